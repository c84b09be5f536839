import { type OrderDetail, walletCalls } from '@minefall/shared/contracts/rest'
import type { NoticeName } from '@minefall/shared/notices'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { errorText, noticeText } from '../../../calls/notices.ts'
import { imageForm } from '../../../lib/http.ts'
import { useKeptFocus } from '../../../lib/kept-focus.ts'
import { checkPicture, lightPicture } from '../../../lib/picture.ts'
import { useFileDrop } from '../../../lib/upload.ts'
import { useObjectUrl } from '../../../lib/use-object-url.ts'
import shape from '../../../styles/shape.module.css'
import { classes } from '../../../ui/classes.ts'
import { Trouble } from '../../../ui/forms/TextField.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { PictureButton } from '../../../ui/PictureButton.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import styles from './proof.module.css'

/** A picture that is chosen, and on its way; leaving stops it. */
export const useProofUpload = (orderId: string) => {
  const [file, setFile] = useState<File | null>(null)
  const [refused, setRefused] = useState<NoticeName | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [isCanceled, setCanceled] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const forget = () => {
    setTrouble(null)
    setCanceled(false)
  }
  /** Takes a file, or says why it can't be taken. */
  const take = async (chosen: File | undefined) => {
    if (!chosen || running.current) return
    const checked = await checkPicture(chosen)
    forget()
    setRefused('refused' in checked ? checked.refused : null)
    if (!('refused' in checked)) setFile(chosen)
  }
  /** The order as it is with the picture; null when it did not get there. */
  const send = async (): Promise<OrderDetail | null> => {
    if (!file || running.current) return null
    const abort = new AbortController()
    running.current = abort
    forget()
    setShare(0)
    try {
      const order = await ask(walletCalls.uploadProof, {
        params: { id: orderId },
        body: imageForm(await lightPicture(file)),
        onProgress: setShare,
        signal: abort.signal,
      })
      setFile(null)
      return order
    } catch (error) {
      if (abort.signal.aborted) setCanceled(true)
      else setTrouble(errorText(error))
      return null
    } finally {
      running.current = null
      setShare(null)
    }
  }
  return {
    file,
    refused,
    /** How much is sent, 0 to 1; null while nothing is. */
    share,
    trouble,
    isCanceled,
    take,
    send,
    cancel: () => running.current?.abort(),
    remove: () => {
      forget()
      setFile(null)
    },
  }
}
type ProofUploading = ReturnType<typeof useProofUpload>

/** Bytes as megabytes with one place; little is not nothing. */
const useMegabytes = () => {
  const { i18n } = useTranslation()
  return (bytes: number) =>
    new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
      bytes > 0 ? Math.max(0.1, bytes / 1_048_576) : 0,
    )
}

/** The picture that was chosen: what it is, how much of it is sent, and the way to take it back. */
const Chosen = ({ file, of }: { file: File; of: ProofUploading }) => {
  const { t, i18n } = useTranslation('deposit')
  const megabytes = useMegabytes()
  const url = useObjectUrl(file)
  const isSending = of.share !== null
  const all = megabytes(file.size)
  return (
    <div className={styles.file}>
      <span className={styles.thumb}>{url && <img src={url} alt={t('proof.preview')} />}</span>
      <p className={styles.name}>
        <span>{file.name}</span>
        {of.share !== null && (
          <span>{new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(of.share)}</span>
        )}
      </p>
      <IconButton
        className={styles.away}
        icon="close"
        label={t(isSending ? 'proof.cancel' : 'proof.remove')}
        onClick={isSending ? of.cancel : of.remove}
      />
      <div className={styles.sent}>
        {of.share === null ? (
          t('proof.size', { all })
        ) : (
          <>
            <ProgressBar value={of.share} label={t('proof.sending')} />
            {t('proof.sent', { sent: megabytes(file.size * of.share), all })}
          </>
        )}
      </div>
    </div>
  )
}

const Choose = ({ of }: { of: ProofUploading }) => {
  const { t } = useTranslation('deposit')
  const hint = useId()
  return (
    <>
      <PictureButton icon="upload" label={t('proof.choose')} aria-describedby={hint} onTake={of.take} />
      <span className={styles.orDrop}>{t('proof.drop')}</span>
      <p id={hint} className={styles.hint}>
        {t('proof.hint')}
      </p>
    </>
  )
}

type ProofUploadProps = {
  of: ProofUploading
  /** Pictures that are there already. */
  count?: number
  children?: ReactNode
}

/** Takes a picture of the payment from the disk or dropped here, and checks it before it is sent. */
export const ProofUpload = ({ of, count = 0, children }: ProofUploadProps) => {
  const { t } = useTranslation('deposit')
  const title = useId()
  const part = useRef<HTMLElement>(null)
  // Choosing a picture and taking it back replace the button that was pressed.
  useKeptFocus(part, of.file)
  const { place, isOver } = useFileDrop((file) => void of.take(file))
  return (
    <section ref={part} className={styles.proof} aria-labelledby={title} tabIndex={-1}>
      <h3 id={title} className={styles.title}>
        {count === 0 ? t('proof.title') : t('proof.count', { count })}
      </h3>
      <div ref={place} className={classes(styles.place, isOver && styles.over)}>
        {of.file ? <Chosen file={of.file} of={of} /> : <Choose of={of} />}
      </div>
      <p className={shape.aside} role="status">
        {of.file?.name}
      </p>
      <Trouble text={of.refused && noticeText(of.refused)} />
      <Trouble text={of.trouble} />
      {of.isCanceled && <p role="status">{t('proof.canceled')}</p>}
      {children}
    </section>
  )
}
