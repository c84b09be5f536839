import { accountCalls } from '@minefall/shared/contracts/rest'
import { useEffect, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { errorText, showNotice } from '../../../calls/notices.ts'
import { imageForm } from '../../../lib/http.ts'
import type { Picture } from '../../../lib/picture.ts'
import { sessionActor } from '../../../machines/session/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx'
import { Trouble } from '../../../ui/forms/TextField.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { useOutdated } from '../queries.ts'
import styles from './avatar.module.css'

/** Cuts pictures and sends them, one at a time; leaving stops it, from the press on. */
const useUpload = (userId: string) => {
  const [share, setShare] = useState<number | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const outdated = useOutdated(userId)

  useEffect(() => () => running.current?.abort(), [])

  const cancel = () => {
    running.current?.abort()
    running.current = null
    setShare(null)
  }
  /** Whether it is the avatar now, or was no picture after all; null where neither is so. */
  const send = async (cut: () => Promise<Blob | null>): Promise<'sent' | 'unreadable' | null> => {
    if (running.current) return null
    const abort = new AbortController()
    running.current = abort
    const { signal } = abort
    setTrouble(null)
    setShare(0)
    try {
      const image = await cut()
      if (signal.aborted) return null
      if (!image) return 'unreadable'
      const body = imageForm(image)
      const { avatar } = await ask(accountCalls.uploadAvatar, { body, onProgress: setShare, signal })
      sessionActor.send({ type: 'session.userChanged', id: userId, user: { avatar } })
      showNotice('avatar-uploaded', 'good')
      void outdated('avatars')
      return 'sent'
    } catch (error) {
      if (!signal.aborted) setTrouble(errorText(error))
      return null
    } finally {
      if (running.current === abort) cancel()
    }
  }
  return {
    /** How much is sent, 0 to 1; null while nothing is. */
    share,
    trouble,
    send,
    cancel,
  }
}

/** Pixels a side of what is uploaded: sharp at the largest size an avatar is shown at, on the densest screen. */
const side = 512
/** What a JPEG of that size needs to show no blocks. */
const jpegQuality = 0.9

/** A part of a picture in its own pixels. */
type Area = { x: number; y: number; width: number; height: number }

/**
 * Cuts `area` out of a picture and scales it to a square. The picture is drawn as its orientation says, so what comes
 * out is upright and needs none. A JPEG stays one; the others become PNG, which keeps what is transparent. Rejects
 * when the browser can't read the picture.
 */
const cropPicture = async ({ url, type }: Picture, area: Area): Promise<Blob> => {
  const image = new Image()
  image.src = url
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser has no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side)
  const target = type === 'image/jpeg' ? 'image/jpeg' : 'image/png'
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, target, jpegQuality)
  })
  if (!blob) throw new Error('the picture could not be written')
  return blob
}

const closest = 4
/** Pixels that an arrow key moves the picture. */
const step = 8

export type CropDialogProps = {
  userId: string
  picture: Picture
  onClose(): void
  /** The browser can't show it: it is no picture after all. */
  onUnreadable(): void
}

/** Chooses the square of a picture that becomes the avatar, by hand, wheel or keys, and sends it. */
export const CropDialog = ({ userId, picture, onClose, onUnreadable }: CropDialogProps) => {
  const { t } = useTranslation(['profile', 'common'])
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const area = useRef<Area | null>(null)
  const upload = useUpload(userId)

  const save = async () => {
    const chosen = area.current
    if (!chosen) return
    const done = await upload.send(() => cropPicture(picture, chosen).catch(() => null))
    if (done === 'unreadable') onUnreadable()
    else if (done === 'sent') onClose()
  }
  const isSending = upload.share !== null
  return (
    <Dialog
      open
      onClose={() => {
        upload.cancel()
        onClose()
      }}
      size="form"
      title={t('crop.title')}
      description={t('crop.hint')}
    >
      <div className={styles.stage}>
        <Cropper
          image={picture.url}
          crop={crop}
          zoom={zoom}
          maxZoom={closest}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={step}
          // The content policy forbids the style element it would add; its sheet comes with this chunk.
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => {
            area.current = pixels
          }}
          mediaProps={{ onError: onUnreadable }}
          cropperProps={{ role: 'application', 'aria-label': t('crop.area') }}
        />
      </div>
      <label className={styles.zoom}>
        {t('crop.zoom')}
        <input
          type="range"
          min={1}
          max={closest}
          step={0.05}
          value={zoom}
          aria-valuetext={t('crop.times', { zoom: zoom.toFixed(1) })}
          onChange={({ target }) => setZoom(target.valueAsNumber)}
        />
      </label>
      <Trouble text={upload.trouble} />
      {isSending ? (
        <div className={styles.sending}>
          <ProgressBar value={upload.share} label={t('crop.sending')} />
          <Button variant="quiet" onClick={upload.cancel}>
            {t('common:action.cancel')}
          </Button>
        </div>
      ) : (
        <DialogActions>
          <Button variant="primary" wide onClick={save}>
            {t('crop.save')}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  )
}
