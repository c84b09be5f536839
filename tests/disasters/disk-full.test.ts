import { disaster, onServers } from './disaster.ts'
import type { Scene } from './scene.ts'

/** The state that PostgreSQL tells when its disk is full: `C`, the code, and a zero byte. */
const diskFull = 'C53100\0'

/** Resolves when PostgreSQL has said that its disk is full. */
const saidFull = (scene: Scene) =>
  new Promise<boolean>((resolve) =>
    scene.relay().guard(({ way, bytes }) => {
      if (way === 'back' && bytes.includes(diskFull)) resolve(true)
      return 'pass'
    }),
  )

disaster(
  'The disk of PostgreSQL is full, and has room again later',
  { on: onServers, diskMegabytes: 200 },
  async (scene) => {
    const said = saidFull(scene)
    await scene.disk().fill()
    // What has room in pages that are there already still goes on: match after match, until none has.
    for (let full = false; !full; ) {
      const playing = scene.seat().then((table) => table.playOn())
      full = await Promise.race([said, playing.then(() => false)])
      if (full) await scene.disk().makeRoom()
      await playing
    }
  },
)
