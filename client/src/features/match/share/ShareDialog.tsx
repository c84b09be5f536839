import type { MatchState } from '@minefall/shared/game'
import { derive } from '@minefall/shared/theme'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { boardScene } from '../../../board/model/scene.ts'
import { formatList } from '../../../lib/format.ts'
import type { Proof } from '../../../machines/match/types.ts'
import { saveFile } from '../../../parts/lists/DownloadFile.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useCoinsText } from '../../../ui/Coins.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Note } from '../../../ui/Note.tsx'
import { ShareLink } from '../../../ui/ShareLink.tsx'
import { useTheme } from '../../themes/index.ts'
import { seatName } from '../names.ts'
import { summarize } from '../result.ts'
import { paintResult, pictureSize, type ResultPicture } from './paint-result.ts'
import { canSendPicture, pngOf, sendPicture } from './send-picture.ts'
import styles from './share.module.css'

/** What the picture of a match that was settled tells; null for any other. Everyone is called by their name in it. */
const useResultPicture = (state: MatchState, proof: Proof, table: string): ResultPicture | null => {
  const { t, i18n } = useTranslation('match')
  const coins = useCoinsText()
  const isVerified = proof.status === 'verified'
  return useMemo(() => {
    const summary = summarize(state, null)
    if (!summary || state.result?.outcome !== 'settled') return null
    const { winners, pot, rake } = summary
    const names = winners.map((seat) => seatName(state, seat, null, ''))
    const [winner = null] = winners
    const isOne = winners.length === 1
    return {
      scene: boardScene(state),
      table,
      headline: isOne
        ? t('result.watched', { who: names[0] })
        : t('result.sharedBy', { who: formatList(names, i18n.language) }),
      detail: t('share.pot', { amount: coins(pot - rake, state.asset) }),
      seats: state.order.map((seat) => ({
        seat,
        name: seatName(state, seat, null, ''),
        out: state.table[seat]?.out !== undefined,
        won: winners.includes(seat),
      })),
      winner: isOne ? winner : null,
      verified: isVerified ? t('proof.verified.title') : null,
      host: window.location.host,
    }
  }, [state, table, isVerified, coins, t, i18n.language])
}

export type ShareDialogProps = {
  open: boolean
  onClose(): void
  /** A match that is over. */
  state: MatchState
  proof: Proof
  /** The table's name. */
  table: string
}

/** The picture as it will be sent, in the theme in use. */
const Picture = ({
  told,
  onPainted,
}: {
  told: ResultPicture
  onPainted(canvas: HTMLCanvasElement): void
}) => {
  const { t } = useTranslation('match')
  const theme = useTheme()
  const look = useMemo(() => derive(theme.colors), [theme])
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isGone = false
    // Painted before its typeface is here, it would be written in another one.
    document.fonts.ready.then(() => {
      const { current } = canvas
      if (isGone || !current) return
      paintResult(current, told, look, getComputedStyle(current).fontFamily)
      onPainted(current)
    })
    return () => {
      isGone = true
    }
  }, [told, look, onPainted])
  return (
    <canvas
      ref={canvas}
      className={styles.picture}
      {...pictureSize}
      role="img"
      aria-label={t('share.alt', { table: told.table, headline: told.headline, detail: told.detail })}
    />
  )
}

/** A result to show to others: a picture of it, and the address of its replay. */
export const ShareDialog = ({ open, onClose, state, proof, table }: ShareDialogProps) => {
  const { t } = useTranslation(['match', 'ui'])
  const told = useResultPicture(state, proof, table)
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const [isFailed, setFailed] = useState(false)
  if (!told) return null
  const title = `${table} · ${told.headline}`
  const url = `${window.location.origin}/game/${state.gameId}?match=${state.matchId}&ply=0`
  const withPicture = async (use: (file: File) => Promise<boolean> | boolean) => {
    const png = canvas && (await pngOf(canvas))
    const name = `minefall-${state.matchId.slice(0, 8)}.png`
    setFailed(!png || !(await use(new File([png], name, { type: 'image/png' }))))
  }
  const save = (file: File) => {
    saveFile(file, file.name)
    return true
  }
  const sends = canSendPicture()
  return (
    <Dialog open={open} onClose={onClose} title={t('match:share.title')} size="form">
      <div className={styles.share}>
        <Picture told={told} onPainted={setCanvas} />
        <div className={styles.ways}>
          {sends && (
            <Button
              variant="primary"
              icon="share"
              busy={!canvas}
              onClick={() => void withPicture((file) => sendPicture(file, title))}
            >
              {t('match:share.send')}
            </Button>
          )}
          <Button
            variant={sends ? 'neutral' : 'primary'}
            icon="incoming"
            busy={!canvas}
            onClick={() => void withPicture(save)}
          >
            {t('match:share.save')}
          </Button>
        </div>
        {isFailed && (
          <Note icon="alert" role="alert">
            {t('match:share.failed')}
          </Note>
        )}
        <div className={styles.link}>
          <h3>{t('match:share.link')}</h3>
          <ShareLink url={url} label={t('match:share.link')} title={title} />
        </div>
      </div>
    </Dialog>
  )
}
