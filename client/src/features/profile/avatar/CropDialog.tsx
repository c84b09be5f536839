import { useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { Trouble } from '../forms/TextField.tsx'
import styles from './crop.module.css'
import { type Area, cropPicture } from './crop-picture.ts'
import type { Picture } from './picture.ts'
import { useUpload } from './use-upload.ts'

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
    if (!area.current) return
    const cut = await cropPicture(picture, area.current).catch(() => null)
    if (!cut) onUnreadable()
    else if (await upload.send(cut)) onClose()
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
