import { bodyCode } from '@minefall/shared/contracts'
import { seatedSchema } from '@minefall/shared/contracts/live'
import type { Table } from '@minefall/shared/contracts/rest'
import type { MatchId } from '@minefall/shared/game'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Refused, refusedBy } from '../../lib/refused.ts'
import { useMounted } from '../../lib/use-mounted.ts'
import { livePort } from '../../machines/connection/index.ts'
import { useSession } from '../../machines/session/index.ts'
import { useTableName } from '../../parts/table-name.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { useCoinsText } from '../../ui/Coins.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import {
  BarredHere,
  barringCode,
  isToldInPlace,
  proofAsked,
  useErrorText,
  waitsForAdult,
} from '../safer-play/index.ts'
import { canPay, useChoice } from './choice.ts'
import styles from './PrivateTableDialog.module.css'
import { QueueChoice, RuleIcons } from './QueueChoice.tsx'

const AdultDialog = lazy(async () => ({
  default: (await import('../safer-play/AdultDialog.tsx')).AdultDialog,
}))
const ConfirmDialog = lazy(async () => ({
  default: (await import('../profile/proof/ConfirmDialog.tsx')).ConfirmDialog,
}))

/** What came instead of a table; `there` is the match that is in the way, if one is. */
type Trouble = Refused & { there: { matchId: string; gameId: string } | null }

const Problem = ({ trouble }: { trouble: Trouble }) => {
  const { t } = useTranslation('lobby')
  const errorText = useErrorText()
  const text = () => {
    if (trouble.code === bodyCode.conflict && trouble.there) return t('private.elsewhere')
    if (trouble.code >= bodyCode.ourFault) return t('private.failed')
    return errorText(trouble) ?? trouble.msg
  }
  return (
    <p className={styles.problem} role="alert">
      {text()}
      {trouble.there && (
        <Link
          className={buttonClass({ variant: 'text' })}
          to="/game/$gameId"
          params={{ gameId: trouble.there.gameId }}
          search={{ match: seatedSchema.parse(trouble.there).matchId }}
        >
          {t('private.goThere')}
        </Link>
      )}
    </p>
  )
}

type PrivateTableDialogProps = {
  table: Table
  onClose: () => void
  /** It is there, before the page goes to it. */
  onMade?: ((matchId: MatchId) => void) | undefined
}

/** Opens a table for anyone who gets its link: chooses what it is played for, and goes there. */
export const PrivateTableDialog = ({ table, onClose, onMade }: PrivateTableDialogProps) => {
  const { t } = useTranslation('lobby')
  const navigate = useNavigate()
  const nameOf = useTableName()
  const coins = useCoinsText()
  const { choice, balance, choose } = useChoice(table)
  const mounted = useMounted()
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const user = useSession(({ context }) => context.user)
  const barred = barringCode(trouble?.code)
  const proof = proofAsked(trouble)
  if (!choice) return null

  const make = async () => {
    setBusy(true)
    setTrouble(null)
    const { code, msg, data, detail } = await livePort.ask('lobby.host', { gameId: table.gameId, ...choice })
    // The table is found again by the next try.
    if (!mounted.current) return
    setBusy(false)
    if (code === bodyCode.ok && data) {
      onMade?.(data.matchId)
      await navigate({
        to: '/game/$gameId',
        params: { gameId: table.gameId },
        search: { match: data.matchId },
      })
      return
    }
    const there = seatedSchema.safeParse(detail)
    setTrouble({ ...refusedBy({ code, msg, detail }, Date.now()), there: there.success ? there.data : null })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      size="form"
      glyph={<Glyph icon="lock" />}
      title={t('private.title', { table: nameOf(table.gameId, table.name) })}
      description={t('private.text')}
    >
      <div className={styles.form}>
        <RuleIcons table={table} />
        <QueueChoice table={table} choice={choice} balance={balance} onChange={choose} />
        <p className={styles.note}>{t('private.note', { stake: coins(choice.stake, choice.asset) })}</p>
        {trouble && !isToldInPlace(trouble.code) && <Problem trouble={trouble} />}
        {barred !== null && <BarredHere code={barred} gameId={table.gameId} {...choice} />}
      </div>
      <DialogActions>
        <Button
          variant="primary"
          size="big"
          wide
          busy={busy}
          disabled={!canPay(balance, choice)}
          onClick={() => void make()}
        >
          {t('private.make')}
        </Button>
      </DialogActions>
      {user && waitsForAdult({ refused: trouble }) && (
        <Suspense fallback={null}>
          <AdultDialog user={user} onConfirmed={() => void make()} onRefused={onClose} />
        </Suspense>
      )}
      {user && proof && (
        <Suspense fallback={null}>
          <ConfirmDialog
            user={user}
            asked={proof}
            onConfirmed={() => void make()}
            onClose={() => setTrouble(null)}
          />
        </Suspense>
      )}
    </Dialog>
  )
}
