import type { DeskFlag } from '@minefall/shared/contracts'
import { Chip } from '../../ui/Chip.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { Section } from '../../ui/Layout.tsx'
import { PlayerLink } from '../../ui/PlayerLink.tsx'
import styles from './Player.module.css'

const shares = { 'same-device': 'share a device', 'same-payout': 'share where they are paid out' } as const

/** Pairs that this account was flagged in, the latest first. */
export const FlagsCard = ({ flags, of }: { flags: readonly DeskFlag[]; of: string }) => (
  <Section card title="Flags">
    {flags.length === 0 && <p className={styles.mute}>Never flagged.</p>}
    <ul className={styles.flags}>
      {flags.map(({ id, day, players, flagged, shared, reviewed }) => {
        const other = players.find((player) => player.id !== of)
        return (
          <li key={id}>
            {reviewed ? <Chip>Reviewed</Chip> : <Chip tone="warn">Open</Chip>} {day}: met{' '}
            {other && <PlayerLink id={other.id} name={other.nickname} />} in {flagged.matches} matches,{' '}
            <Coins amount={flagged.moved.replace('-', '')} /> coins moved
            {shared && `; the two ${shares[shared]}`}
          </li>
        )
      })}
    </ul>
  </Section>
)
