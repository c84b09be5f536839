import type { NoticeName } from '@minefall/shared/notices'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noticeText } from '../../../calls/notices.ts'
import { checkPicture, type Picture, pictureTypes } from '../../../lib/picture.ts'
import { useFileDrop } from '../../../lib/use-file-drop.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Trouble } from '../../../ui/forms/TextField.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './avatar.module.css'

const CropDialog = lazy(async () => ({ default: (await import('./CropDialog.tsx')).CropDialog }))

/** Takes a picture from the disk or dropped here, checks it, and has it cropped before it is sent. */
export const PictureUpload = ({ userId }: { userId: string }) => {
  const { t } = useTranslation('profile')
  const input = useRef<HTMLInputElement>(null)
  const hint = useId()
  const [picture, setPicture] = useState<Picture | null>(null)
  const [refused, setRefused] = useState<NoticeName | null>(null)

  useEffect(() => () => void (picture && URL.revokeObjectURL(picture.url)), [picture])

  const take = async (file: File | undefined) => {
    if (!file) return
    const checked = await checkPicture(file)
    if ('refused' in checked) {
      setRefused(checked.refused)
      return
    }
    setRefused(null)
    setPicture({ url: URL.createObjectURL(file), type: checked.type })
  }
  const { place, isOver } = useFileDrop(take)
  return (
    <div className={styles.upload}>
      <div ref={place} className={classes(styles.drop, isOver && styles.over)}>
        <Icon name="upload" />
        <h3>{t('upload.title')}</h3>
        <p id={hint}>{t('upload.hint')}</p>
        <Button aria-describedby={hint} onClick={() => input.current?.click()}>
          {t('upload.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept={pictureTypes}
          hidden
          aria-label={t('upload.choose')}
          onChange={({ target }) => {
            void take(target.files?.[0])
            // The same file again is a choice again.
            target.value = ''
          }}
        />
      </div>
      <Trouble text={refused && noticeText(refused)} />
      {picture && (
        <Suspense fallback={null}>
          <CropDialog
            userId={userId}
            picture={picture}
            onClose={() => setPicture(null)}
            onUnreadable={() => {
              setPicture(null)
              setRefused('image-format')
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
