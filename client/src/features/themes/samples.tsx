import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TileFace } from '../../board/grid/TileFace.tsx'
import type { TileScene } from '../../board/model/scene.ts'
import { serverNow } from '../../machines/connection/index.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { animalIds, robotIds } from '../../ui/avatars.tsx'
import { Button } from '../../ui/Button.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { ConnectionBadge } from '../../ui/ConnectionBadge.tsx'
import { CountedCoins } from '../../ui/CountedCoins.tsx'
import { SeatDial, type SeatDialProps } from '../../ui/SeatDial.tsx'
import styles from './ThemeDemo.module.css'

const Labeled = ({ children, label }: { children: ReactNode; label: string }) => (
  <li className={styles.labeled}>
    {children}
    <span>{label}</span>
  </li>
)

const clues = [1, 2, 3, 4, 5, 6, 7, 8] as const
const opened = { seat: 4, by: 'hand', last: false } as const

/** Every state of a tile. */
export const Tiles = () => {
  const { t } = useTranslation('themes')
  const named: [TileScene, string][] = [
    [{ kind: 'closed' }, t('demo.tile.closed')],
    [{ kind: 'pending', stage: 'sent' }, t('demo.tile.pending')],
    [{ kind: 'pending', stage: 'committed' }, t('demo.tile.committed')],
    [{ ...opened, kind: 'open', clue: 0 }, t('demo.tile.zero')],
    ...clues.map((clue): [TileScene, string] => [
      { ...opened, kind: 'open', clue },
      t('demo.tile.open', { count: clue }),
    ]),
    [{ ...opened, kind: 'open', clue: 2, last: true }, t('demo.tile.last')],
    [{ kind: 'open', clue: 2, seat: null, by: 'house', last: false }, t('demo.tile.opener')],
    [{ ...opened, kind: 'mine' }, t('demo.tile.mine')],
  ]
  return (
    <ul className={styles.samples}>
      {named.map(([tile, label]) => (
        <Labeled key={label} label={label}>
          <TileFace tile={tile} />
        </Labeled>
      ))}
    </ul>
  )
}

/** One turn of twelve seconds, running since this was opened. */
const began = serverNow()
const clock = { startedAt: began, deadline: began + 12_000, now: serverNow }

/** Every state of a seat, and each of the six marks. */
export const Seats = () => {
  const { t } = useTranslation('themes')
  const seats: [SeatDialProps, string][] = [
    [{ seat: 0, avatar: 'cat' }, t('demo.seat.waits')],
    [{ seat: 1, avatar: 'fox', clock }, t('demo.seat.theirs')],
    [{ seat: 2, avatar: 'owl', clock, yours: true }, t('demo.seat.yours')],
    [{ seat: 3, avatar: 'frog', link: 'weak' }, t('demo.seat.weak')],
    [{ seat: 4, avatar: 'bear', link: 'gone' }, t('demo.seat.gone')],
    [{ seat: 5, avatar: 'penguin', out: true }, t('demo.seat.out')],
    [{ seat: 5, avatar: 'panda', winner: true }, t('demo.seat.winner')],
    [{ seat: 2, avatar: 'robot-1' }, t('demo.seat.practice')],
  ]
  return (
    <ul className={styles.samples}>
      {seats.map(([props, label]) => (
        <Labeled key={label} label={label}>
          <SeatDial {...props} />
        </Labeled>
      ))}
    </ul>
  )
}

export const People = () => (
  <ul className={styles.samples} translate="no">
    {[...animalIds, ...robotIds].map((id, index) => (
      <Labeled key={id} label={id}>
        <Avatar id={id} seat={index % 6} size={56} />
      </Labeled>
    ))}
  </ul>
)

/** What a balance grows by when it is asked to. */
const prize = 400

export const Purses = () => {
  const { t } = useTranslation('themes')
  const [balance, setBalance] = useState(12_480)
  return (
    <>
      <div className={styles.row}>
        <Coins amount="12480" purse="coin" />
        <Coins amount="640" purse="promo" />
        <Coins amount="1000" purse="trial" />
        <Coins amount="100" purse="held" />
        <Coins amount="400" purse="coin" sign="+" />
        <Coins amount="10000" purse="coin" style="short" />
      </div>
      <div className={styles.row}>
        <CountedCoins amount={String(balance)} purse="coin" />
        <Button onClick={() => setBalance(balance + prize)}>{t('demo.count', { number: prize })}</Button>
      </div>
    </>
  )
}

export const Links = () => (
  <div className={styles.row}>
    <ConnectionBadge state="connected" roundTripMs={38} />
    <ConnectionBadge state="connected" roundTripMs={120} />
    <ConnectionBadge state="connected" roundTripMs={null} />
    <ConnectionBadge state="connecting" roundTripMs={null} />
    <ConnectionBadge state="disconnected" roundTripMs={null} />
  </div>
)
