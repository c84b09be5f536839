import type { MatchState } from '@minefall/shared/game'
import { shallowEqual } from '@xstate/react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tileName } from '../../board/model/coordinates.ts'
import { silentClue } from '../../board/model/scene.ts'
import { formatList } from '../../lib/format.ts'
import { type MatchActorRef, type PendingMove, useMatch } from '../../machines/match/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SeatMark } from '../../ui/SeatMark.tsx'
import styles from './moves.module.css'
import { useNameOf, useSeat } from './names.ts'

/** A dashed ring: on its way, no one has it yet. */
const SentIcon = () => (
  <svg className={styles.sent} width={16} height={16} viewBox="0 0 24 24" aria-hidden="true">
    <circle cx={12} cy={12} r={8} strokeDasharray="4 4.4" />
  </svg>
)

type MovesProps = {
  moves: MatchState['moves']
  columns: number
  seat: number | null
  pending: PendingMove | null
  /** The turns whose tiles were checked. */
  checked: ReadonlySet<number>
  /** Its tiles were drawn when they were picked. */
  isSealed: boolean
  nameOf(seat: number): string
}

type Said = Pick<MatchState['moves'][number], 'mine' | 'clue'>

const useWhat = () => {
  const { t } = useTranslation('match')
  return ({ mine, clue }: Said) => {
    if (mine) return t('move.mine')
    return clue === silentClue ? t('move.safe') : t('move.near', { count: clue })
  }
}

type RowProps = Pick<MovesProps, 'columns' | 'nameOf'> & {
  move: MatchState['moves'][number]
  /** The first one on a later board. */
  isFirst: boolean
  isChecked: boolean
  isSealed: boolean
}

const Row = memo(({ move, isFirst, isChecked, isSealed, columns, nameOf }: RowProps) => {
  const { t } = useTranslation('match')
  const what = useWhat()
  return (
    <li className={styles.move} data-mine={move.mine} data-first={isFirst}>
      <span className={styles.number}>{move.turn + 1}</span>
      <SeatMark seat={move.seat} silent />
      <span className={styles.name}>{nameOf(move.seat)}</span>
      <b>{tileName(move.tile, columns)}</b>
      <span className={styles.what} title={move.by === 'clock' ? t('move.byClock') : undefined}>
        {what(move)}
        {move.by === 'clock' && <Icon name="clock" size={14} />}
      </span>
      {isChecked ? (
        <span className={styles.checked} title={t(isSealed ? 'move.checked.drawn' : 'move.checked.text')}>
          <Icon name="shield" size={16} />
        </span>
      ) : (
        <Icon name="checks" size={16} />
      )}
    </li>
  )
})

/** Every move, the newest first. Our own on its way stands on top: sent, committed, then seen by all. */
export const MoveList = memo(({ moves, columns, seat, pending, checked, isSealed, nameOf }: MovesProps) => {
  const { t } = useTranslation('match')
  return (
    <ol className={styles.moves} aria-label={t('move.list')} reversed>
      {pending && seat !== null && (
        <li className={styles.move} data-stage={pending.stage}>
          <span className={styles.number}>{pending.turn + 1}</span>
          <SeatMark seat={seat} silent />
          <span className={styles.name}>{nameOf(seat)}</span>
          <b>{tileName(pending.tile, columns)}</b>
          <span className={styles.what}>{t(`move.${pending.stage}`)}</span>
          {pending.stage === 'sent' ? <SentIcon /> : <Icon name="check" size={16} />}
        </li>
      )}
      {moves.toReversed().map((move, index, all) => (
        <Row
          key={move.turn}
          move={move}
          isSealed={isSealed}
          isChecked={checked.has(move.turn)}
          isFirst={move.board !== all[index + 1]?.board && move.board > 0}
          columns={columns}
          nameOf={nameOf}
        />
      ))}
    </ol>
  )
})

/** A small seal beside a move whose tile was checked; pressed, it says what that means. */
const CheckedMark = ({ said, onSay }: { said: boolean; onSay(): void }) => {
  const { t } = useTranslation('match')
  return (
    <button
      type="button"
      className={styles.mark}
      aria-label={t('move.checked.label')}
      aria-expanded={said}
      onClick={onSay}
    >
      <Icon name="shield" size={16} />
    </button>
  )
}

type MoveLineProps = Omit<RowProps, 'isFirst'> & { said: boolean; onSay(): void }

/** A move in one line, or what its mark means. The mark is the same button in both, so that it keeps the focus. */
export const MoveLine = ({ move, columns, nameOf, isSealed, isChecked, said, onSay }: MoveLineProps) => {
  const { t } = useTranslation('match')
  const what = useWhat()
  const isSaid = said && isChecked
  return (
    <p className={styles.last}>
      {isSaid ? null : <SeatMark seat={move.seat} silent />}
      <span>
        {isSaid
          ? t(isSealed ? 'move.checked.drawn' : 'move.checked.text')
          : t('move.line', { who: nameOf(move.seat), at: tileName(move.tile, columns) })}
      </span>
      <span className={styles.stage} data-mine={!isSaid && move.mine}>
        {isSaid ? null : what(move)}
        {isChecked ? <CheckedMark said={said} onSay={onSay} /> : <Icon name="checks" size={16} />}
      </span>
    </p>
  )
}

/** Whose links did not come for the last tile, while they are still in. */
const silentNames = ({ table, result }: MatchState): string[] =>
  table.flatMap((seat) => (seat?.silent && !seat.out && !result ? [seat.player.name] : []))

/** The newest move in one line, where there is no room for the list. */
export const LastMove = ({ match }: { match: MatchActorRef }) => {
  const { t, i18n } = useTranslation('match')
  const last = useMatch(match, ({ moves }) => moves.at(-1))
  const columns = useMatch(match, ({ rules }) => rules.w)
  const isSealed = useMatch(match, ({ rules }) => rules.sealed === true)
  const pending = useMatch(match, (_, { context }) => context.pending)
  const seat = useSeat(match)
  const nameOf = useNameOf(match, t('seat.you'))
  const isChecked = useMatch(match, ({ moves }, { context }) => {
    const newest = moves.at(-1)?.turn
    return newest !== undefined && context.proof.turns.has(newest)
  })
  const [said, say] = useState(false)
  const names = useMatch(match, silentNames, shallowEqual)
  if (pending && seat !== null)
    return (
      <p className={styles.last}>
        <SeatMark seat={seat} silent />
        <span>{t('move.yourTile', { at: tileName(pending.tile, columns) })}</span>
        <span className={styles.stage}>
          {t(`move.${pending.stage}`)}
          {pending.stage === 'sent' ? <SentIcon /> : <Icon name="check" size={16} />}
        </span>
      </p>
    )
  if (!last) return <p className={styles.last}>{t('move.none')}</p>
  if (names.length > 0)
    return <p className={styles.last}>{t('move.silent', { who: formatList(names, i18n.language) })}</p>
  return (
    <MoveLine
      move={last}
      columns={columns}
      nameOf={nameOf}
      isSealed={isSealed}
      isChecked={isChecked}
      said={said}
      onSay={() => say(!said)}
    />
  )
}
