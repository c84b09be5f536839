import { type DerivedTheme, derive } from '@minefall/shared/theme'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../parts/lists/DownloadFile.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Note } from '../../../ui/Note.tsx'
import { ShareLink } from '../../../ui/ShareLink.tsx'
import { useTheme } from '../../themes/index.ts'
import { pictureSize } from './paint-picture.ts'
import { canSendPicture, pngOf, sendPicture } from './send-picture.ts'
import styles from './share.module.css'

/** Paints a picture of `pictureSize` in the colors of a theme. */
export type Paint = (canvas: HTMLCanvasElement, theme: DerivedTheme, font: string) => void

/** The picture as it will be sent, in the theme in use. */
const Picture = ({
  paint,
  alt,
  onPainted,
}: {
  paint: Paint
  alt: string
  onPainted(canvas: HTMLCanvasElement): void
}) => {
  const theme = useTheme()
  const look = useMemo(() => derive(theme.colors), [theme])
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isGone = false
    // Painted before its typeface is here, it would be written in another one.
    document.fonts.ready.then(() => {
      const { current } = canvas
      if (isGone || !current) return
      paint(current, look, getComputedStyle(current).fontFamily)
      onPainted(current)
    })
    return () => {
      isGone = true
    }
  }, [paint, look, onPainted])
  return <canvas ref={canvas} className={styles.picture} {...pictureSize} role="img" aria-label={alt} />
}

export type ShareSheetProps = {
  open: boolean
  onClose(): void
  paint: Paint
  /** What the picture shows. */
  alt: string
  /** Of the picture, without its ending. */
  fileName: string
  /** What is sent with it. */
  title: string
  /** The address, and what leads there. */
  url: string
  link: string
}

/** A picture to show to others, and an address that goes with it. */
export const ShareSheet = (props: ShareSheetProps) => {
  const { open, onClose, paint, alt, fileName, title, url, link } = props
  const { t } = useTranslation(['match', 'ui'])
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const [isFailed, setFailed] = useState(false)
  const withPicture = async (use: (file: File) => Promise<boolean> | boolean) => {
    const png = canvas && (await pngOf(canvas))
    setFailed(!png || !(await use(new File([png], `${fileName}.png`, { type: 'image/png' }))))
  }
  const save = (file: File) => {
    saveFile(file, file.name)
    return true
  }
  const sends = canSendPicture()
  return (
    <Dialog open={open} onClose={onClose} title={t('match:share.title')} size="form">
      <div className={styles.share}>
        <Picture paint={paint} alt={alt} onPainted={setCanvas} />
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
          <h3>{link}</h3>
          <ShareLink url={url} label={link} title={title} />
        </div>
      </div>
    </Dialog>
  )
}
