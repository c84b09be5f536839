import type { StatementEntry } from '@minefall/shared/contracts/rest'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatCoins, formatDateTime, formatTime } from '../../lib/format.ts'
import lists from '../../parts/lists/lists.module.css'
import { useTableName } from '../../parts/table-name.ts'
import { Coins } from '../../ui/Coins.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { TestMoney } from '../../ui/TestMoney.tsx'
import styles from './wallet.module.css'

/** The kinds of business that a statement has words for, each with its sign. */
const signs = {
  stakes: 'table',
  settled: 'trophy',
  voided: 'again',
  'arena-stake': 'table',
  'arena-refund': 'again',
  'arena-prize': 'trophy',
  refill: 'play',
  welcome: 'gift',
  gift: 'gift',
  referral: 'seats',
  deposit: 'incoming',
  withdrawal: 'outgoing',
  sandbox: 'again',
} as const satisfies Record<string, IconName>

type EntryKind = keyof typeof signs | 'other'

const isKnown = (kind: string): kind is keyof typeof signs => Object.hasOwn(signs, kind)

/** What to call an entry: its kind, or `other` for one that this page does not know yet. */
export const entryKind = (kind: string): EntryKind => (isKnown(kind) ? kind : 'other')

export const entrySign = (kind: EntryKind): IconName => (kind === 'other' ? 'board' : signs[kind])

const Parts = ({ entry }: { entry: StatementEntry }) => {
  const { t, i18n } = useTranslation(['wallet', 'ui'])
  const tableName = useTableName()
  const kind = entryKind(entry.kind)
  const isTestMoney = entry.asset === 'promo' && (kind === 'deposit' || kind === 'sandbox')
  const isMore = !entry.amount.startsWith('-')
  return (
    <>
      <span className={lists.mark}>
        <Icon name={entrySign(kind)} />
      </span>
      <span className={lists.what}>
        <b>{t(`kind.${kind}`)}</b>
        {isTestMoney && <TestMoney className={styles.test} />}
        <small>
          {entry.match && `${tableName(entry.match.gameId, entry.match.gameId)} · `}
          {entry.order && `${entry.order.number} · `}
          <time dateTime={new Date(entry.at).toISOString()} title={formatDateTime(entry.at, i18n.language)}>
            {formatTime(entry.at, i18n.language)}
          </time>
        </small>
      </span>
      <span className={lists.amount}>
        <Coins
          className={classes(isMore && styles.more)}
          amount={entry.amount.replace('-', '')}
          purse={entry.asset}
          sign={isMore ? '+' : '−'}
        />
        <small>{t('after', { amount: formatCoins(entry.balanceAfter, i18n.language) })}</small>
      </span>
    </>
  )
}

const go = <Icon name="right" size={16} className={lists.go} />

/**
 * What it was, when and where, how much it moved, and what was there after it; of a match the way to its replay, of a
 * deposit or a withdrawal the way to its order.
 */
export const StatementRow = ({ entry }: { entry: StatementEntry }) => {
  if (entry.match)
    return (
      <li>
        <Link
          className={lists.row}
          to="/game/$gameId"
          params={{ gameId: entry.match.gameId }}
          search={{ match: entry.match.matchId, ply: 0 }}
        >
          <Parts entry={entry} />
          {go}
        </Link>
      </li>
    )
  if (entry.order)
    return (
      <li>
        <Link className={lists.row} to="/" search={{ modal: 'wallet', order: entry.order.id }}>
          <Parts entry={entry} />
          {go}
        </Link>
      </li>
    )
  return (
    <li className={lists.row}>
      <Parts entry={entry} />
    </li>
  )
}
