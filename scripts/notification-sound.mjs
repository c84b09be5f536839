// npm run sound: writes client/public/sounds/notification.wav, what is heard when support writes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

const rate = 16_000
const seconds = 0.42
const bytesEach = 2

/** Two bells, a fifth apart; pitches in hertz, times in seconds. Each has its octave, which dies away sooner. */
const bells = [
  { pitch: 880, at: 0, level: 0.3 },
  { pitch: 1_320, at: 0.11, level: 0.34 },
].flatMap(({ pitch, at, level }) => [
  { pitch, at, level, decay: 11 },
  { pitch: pitch * 2, at, level: level / 4, decay: 22 },
])

const attack = 0.004
/** So that it ends in silence and not with a click. */
const release = 0.03

const sample = (time) =>
  bells.reduce((sum, { pitch, at, level, decay }) => {
    const age = time - at
    if (age < 0) return sum
    const rise = Math.min(1, age / attack)
    const fall = Math.min(1, (seconds - time) / release)
    return sum + level * rise * fall * Math.exp(-decay * age) * Math.sin(2 * Math.PI * pitch * age)
  }, 0)

/** The file: PCM in a RIFF container, one channel of 16 bits. */
const notificationSound = () => {
  const length = Math.round(rate * seconds)
  const file = Buffer.alloc(44 + length * bytesEach)
  file.write('RIFF', 0)
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * bytesEach, 28)
  file.writeUInt16LE(bytesEach, 32)
  file.writeUInt16LE(bytesEach * 8, 34)
  file.write('data', 36)
  file.writeUInt32LE(length * bytesEach, 40)
  for (let index = 0; index < length; index += 1)
    file.writeInt16LE(Math.round(sample(index / rate) * 32_767), 44 + index * bytesEach)
  return file
}

const folder = join(root, 'client/public/sounds')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'notification.wav'), notificationSound())
