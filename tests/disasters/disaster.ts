import { createHash } from 'node:crypto'
import { seededRandom } from '@minefall/shared/testing'
import pg from 'pg'
import { afterAll, describe, it } from 'vitest'
import { type PostgresCluster, postgresCluster } from '../harness/cluster.ts'
import { smallDisk } from '../harness/small-disk.ts'
import { openScene, type Place, type Scene, type SceneOptions } from './scene.ts'

type Kind = Place['kind']
const asked = (process.env.DISASTER_ON ?? 'pglite,postgres,cluster').split(',')
const isAsked = (kind: Kind) => asked.includes(kind)

/** Replays what the scripts and the players drew; boards, ids and the machine's timing are drawn again. */
const seed = Number(process.env.DISASTER_SEED ?? Date.now() % 1_000_000)

/** One process on an embedded database, one process on a PostgreSQL server, a cluster on one. */
export const everywhere: readonly Kind[] = ['pglite', 'postgres', 'cluster']
export const onServers: readonly Kind[] = ['postgres', 'cluster']
export const onPostgres: readonly Kind[] = ['postgres']
export const onCluster: readonly Kind[] = ['cluster']

let shared: Promise<PostgresCluster> | null = null
afterAll(async () => {
  await (await shared)?.remove()
})

let databases = 0
const newPlace = async (kind: Kind, folder?: string): Promise<Place> => {
  if (kind === 'pglite') return { kind }
  if (folder === undefined) shared ??= postgresCluster()
  const postgres = await (folder === undefined && shared ? shared : postgresCluster(folder))
  databases += 1
  const name = `disaster_${databases}`
  const client = new pg.Client({ connectionString: postgres.url('postgres') })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return { kind, postgres, name }
}

export type DisasterOptions = Omit<SceneOptions, 'place' | 'random' | 'disk'> & {
  on: readonly Kind[]
  /** Puts PostgreSQL on a disk of this many megabytes. */
  diskMegabytes?: number
}

/**
 * A disaster as a story: `play` sets up players, plays, does the harm and plays on to the end of the match. What must
 * hold after every disaster is then held to: see `audit`.
 */
export const disaster = (
  title: string,
  { on, diskMegabytes, ...options }: DisasterOptions,
  play: (scene: Scene) => Promise<void>,
): void => {
  const kinds = on.filter(isAsked)
  // A suite without a test would count as a failure.
  describe.skipIf(kinds.length === 0)(title, () => {
    for (const kind of kinds)
      it(kind === 'cluster' ? 'on a cluster' : `on ${kind}`, { timeout: 1_800_000 }, async ({ skip }) => {
        const disk = diskMegabytes === undefined ? undefined : await smallDisk(diskMegabytes)
        if (typeof disk === 'string') return skip(`not possible: ${disk}`)
        console.log(`${title}, on ${kind}: seed ${seed}`)
        const own = createHash('sha256').update(`${seed}/${title}/${kind}`).digest().readUInt32BE()
        const place = await newPlace(kind, disk?.folder)
        const scene = await openScene({ ...options, place, disk, random: seededRandom(own) })
        try {
          await play(scene)
          await scene.conclude()
        } finally {
          await scene.remove()
          if (disk && place.kind !== 'pglite') await place.postgres.remove()
          await disk?.remove()
        }
      })
  })
}
