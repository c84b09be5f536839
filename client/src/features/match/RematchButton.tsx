import type { MatchState } from '@minefall/shared/game'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCountdown } from '../../lib/countdown.ts'
import type { MatchContext } from '../../machines/match/types.ts'
import { Button } from '../../ui/Button.tsx'
import { useCoinsText } from '../../ui/Coins.tsx'
import { canPay, heldIn, useStakeable } from '../lobby/index.ts'
import styles from './result.module.css'

type RematchButtonProps = {
  state: MatchState
  seat: number
  rematch: MatchContext['rematch']
  now(): number
  onRematch(): void
}

/** How long the others have once the first has agreed, in milliseconds. */
const windowMs = 10_000

const CountRing = ({ until, now }: { until: number; now(): number }) => {
  const circle = useRef<SVGCircleElement>(null)
  useEffect(() => {
    const left = until - now()
    if (!circle.current || left <= 0) return
    const sweep = circle.current.animate([{ strokeDashoffset: '0' }, { strokeDashoffset: '10' }], {
      duration: windowMs,
      fill: 'both',
    })
    sweep.currentTime = windowMs - left
    return () => sweep.cancel()
  }, [until, now])
  return (
    <svg className={styles.countRing} viewBox="0 0 24 24" width={20} height={20} aria-hidden="true">
      <circle cx={12} cy={12} r={9.5} />
      <circle ref={circle} cx={12} cy={12} r={9.5} pathLength={10} strokeDasharray="10 10" />
    </svg>
  )
}

/** Sit again with anyone else who agrees: how many did, and how long there is. */
export const RematchButton = ({ state, seat, rematch, now, onRematch }: RematchButtonProps) => {
  const { t } = useTranslation('match')
  const until = rematch?.until ?? null
  const left = useCountdown(until, now) ?? 0
  const agreed = rematch?.agreed ?? []
  const asked = rematch?.asked === true || agreed.includes(seat)
  const seats = state.table.filter(Boolean).length
  const coins = useCoinsText()
  const balance = useStakeable()
  const isShort = !asked && !canPay(balance, state)
  // Until the server has answered, the time of our own asking is a guess that may have passed.
  const guessed = asked && agreed.length === 0
  if (rematch?.next && agreed.includes(seat))
    return (
      // A tab that did not ask, as after a reload, goes there on a press: another tab may be on its way.
      <Button variant="primary" wide busy={rematch.asked} onClick={onRematch}>
        {t(rematch.asked ? 'rematch.starting' : 'result.follow')}
      </Button>
    )
  if (rematch?.next && asked && canPay(balance, state))
    return (
      <p className={styles.short} role="status">
        {t('rematch.barred')}
      </p>
    )
  if (isShort || (rematch?.next && asked))
    return (
      <p className={styles.short} role="status">
        {t('rematch.short', {
          stake: coins(state.stake, state.asset),
          held: coins(heldIn(balance, state.asset) ?? '0', state.asset),
        })}
      </p>
    )
  if (until !== null && left <= 0 && !guessed)
    return (
      <Button variant="primary" wide off>
        {t(asked ? 'rematch.alone' : 'rematch.over')}
      </Button>
    )
  return (
    <Button variant="primary" wide size="big" data-click="rematch" onClick={onRematch} aria-disabled={asked}>
      {until !== null && left > 0 && <CountRing until={until} now={now} />}
      {asked
        ? t('rematch.waiting', { count: agreed.length, seats })
        : agreed.length > 0
          ? t('rematch.some', { count: agreed.length, seats })
          : state.asset === 'trial'
            ? t('rematch.ask')
            : t('rematch.askFor', { stake: coins(state.stake, state.asset) })}
    </Button>
  )
}
