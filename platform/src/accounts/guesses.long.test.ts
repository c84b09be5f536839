import { createHash } from 'node:crypto'
import { seededHex, seededRandom } from '@minefall/shared/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/index.ts'
import { openTestPglite } from '../db/testing-pglite.ts'
import { day, device, minute, type OpenAccounts, openAccounts } from './testing.ts'

const guesses = Number(process.env.GUESSES ?? 100_000)
/** Where they come from: more addresses and devices than any limit of one of them could slow down. */
const strangers = 5_000
const email = 'gil@home.example'
const newPassword = 'giant hazel 7'

/** The bytes of a stream that is the same in every run: a guess that is right by chance would be so always. */
const seededBytes = (seed: string) => {
  let drawn = 0
  return (count: number): Uint8Array => {
    const blocks = Array.from({ length: Math.ceil(count / 32) }, () =>
      createHash('sha256').update(`${seed} ${drawn++}`).digest(),
    )
    return Uint8Array.from(Buffer.concat(blocks).subarray(0, count))
  }
}

const stranger = (number: number) => ({
  address: `198.${18 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`,
  deviceId: seededHex(seededRandom(5_000_000 + number), 16),
})

describe(`${guesses} guesses within a day, from ${strangers} addresses`, () => {
  let db: Database
  let at: OpenAccounts
  let owner: Awaited<ReturnType<OpenAccounts['signIn']>>
  const random = seededRandom(11)

  beforeAll(async () => {
    db = await openTestPglite()
    at = await openAccounts(db, { randomBytes: seededBytes('guesses') })
    owner = await at.signIn(email)
    await at.clock.advance(minute)
    const change = { verificationCode: await owner.ownCode(), newPassword }
    expect(await at.post('user/codepasswordchange', change, owner)).toMatchObject({ code: 200 })
  })
  afterAll(async () => {
    await at.close()
    await db.close()
  })

  /** How often each body code was answered. */
  const guessAll = async (guess: (number: number) => Promise<{ code: number }>) => {
    const answers = new Map<number, number>()
    for (let number = 0; number < guesses; number++) {
      const { code } = await guess(number)
      answers.set(code, (answers.get(code) ?? 0) + 1)
      await at.clock.advance(day / guesses)
    }
    return answers
  }

  it('at a password get nowhere, and the owner still signs in', { timeout: 3_600_000 }, async () => {
    const own = { username: email, type: 3, password: newPassword, device_id: owner.deviceId }
    const answers = await guessAll(async (number) => {
      if (number % (guesses / 10) === 0) expect((await at.post('index/login', own)).code).toBe(200)
      const { address, deviceId } = stranger(number % strangers)
      const password = `guess ${Math.floor(random() * 1e9)}`
      return at.post('index/login', { username: email, type: 3, password, device_id: deviceId }, { address })
    })
    // Twenty an hour were compared with the password, and the others were not.
    expect(answers.get(1102)).toBeLessThanOrEqual(20 * 25)
    expect([...answers.keys()].sort()).toEqual([1102, 1429])
    expect((await at.post('index/login', own)).code).toBe(200)
    console.log(`${guesses} guesses at a password: ${answers.get(1102)} compared, none right`)
  })

  it('at a code get nowhere, and the owner gets one of theirs', { timeout: 3_600_000 }, async () => {
    let codes = 0
    const answers = await guessAll(async (number) => {
      // Each asks for their own code, and uses up its tries and one more.
      const { address, deviceId } = stranger(Math.floor(number / 6) % strangers)
      const from = { address, deviceId }
      if (number % 6 === 0) {
        const asked = await at.post('index/sendcode', { contactType: 'email', contact: email }, from)
        if (asked.code === 200) codes++
      }
      const code = String(Math.floor(random() * 1e6)).padStart(6, '0')
      return at.post('index/login', { username: email, type: 4, code, device_id: deviceId }, from)
    })
    expect([...answers.keys()]).toEqual([1203])
    // What can be guessed at are five tries at each code that strangers were sent.
    expect(codes).toBeGreaterThan(0)
    expect(codes).toBeLessThanOrEqual(21)
    await at.clock.advance(minute)
    expect((await at.signIn(email, { deviceId: owner.deviceId })).id).toBe(owner.id)
    // And with a code asked for from a device that no one knows, on the next day.
    await at.clock.advance(day)
    expect((await at.signIn(email, { deviceId: device() })).id).toBe(owner.id)
    console.log(`${guesses} guesses at a code: ${codes} codes were sent for them, none was guessed`)
  })
})
