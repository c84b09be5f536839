import type { DeskMatchDetail } from '@minefall/shared/contracts'
import { Copy } from '../../ui/Copy.tsx'
import { Section } from '../../ui/Layout.tsx'
import styles from './matches.module.css'

/** What players may verify a match by. */
export const Proof = ({ match: { proof, taken } }: { match: DeskMatchDetail }) => {
  if (!proof)
    return (
      <Section card title="Proof">
        <p className={styles.mute}>
          Seeds, salts and clues are told to nobody here while the match lives. They are here when it is over.
        </p>
      </Section>
    )
  const nameOf = (seat: number) => taken.find((one) => one.seat === seat)?.name ?? `Seat ${seat + 1}`
  const values: readonly (readonly [name: string, value: string])[] = [
    ['Server’s seed', proof.serverSeed],
    ['Its commitment', proof.serverCommit],
    ...(proof.lockHash === null ? [] : [['Hash of the lock', proof.lockHash] as const]),
    ...proof.seeds.flatMap(({ seat, seed }) =>
      seed === null ? [] : [[`Seed of ${nameOf(seat)}`, seed] as const],
    ),
    ...proof.boards.map(({ board, root }) => [`Root of board ${board + 1}`, root] as const),
  ]
  return (
    <Section card title="Proof" note={<Copy text={JSON.stringify(proof, null, 2)} what="the proof" />}>
      <dl className={styles.proof}>
        {values.map(([name, value]) => (
          <div key={name}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd className={styles.hash}>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
