import { useTranslation } from 'react-i18next'
import { useConnection } from '../../machines/connection/index.ts'
import { useSession } from '../../machines/session/index.ts'
import { Coins } from '../../ui/Coins.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './BalanceField.module.css'

/** A player's coins: as the connection pushes them, and as the session has asked for them until it does. */
const usePlayersCoins = (): string | null => {
  const pushed = useConnection(({ context }) =>
    context.player?.kind === 'player' ? (context.balance?.coin ?? null) : null,
  )
  const asked = useSession(({ context }) => (context.user ? String(Math.trunc(context.userBalance)) : null))
  return pushed ?? asked
}

const useGuestsCoins = (): string | null => useConnection(({ context }) => context.balance?.trial ?? null)

/** What the visitor has: a player's coins, a guest's trial coins. */
export const BalanceField = ({ signedIn }: { signedIn: boolean }) => {
  const { t } = useTranslation('panels')
  const coins = usePlayersCoins()
  const trial = useGuestsCoins()
  const purse = signedIn ? 'coin' : 'trial'
  const amount = signedIn ? coins : trial
  return (
    <fieldset className={styles.field} aria-label={t('layout.balance')}>
      {amount === null ? <Skeleton width="64px" height="18px" /> : <Coins amount={amount} purse={purse} />}
      {!signedIn && (
        <small className={styles.unit} aria-hidden="true">
          {t('layout.trialCoins')}
        </small>
      )}
    </fieldset>
  )
}
