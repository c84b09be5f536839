import { accountCalls, type User } from '@minefall/shared/contracts/rest'
import type { NoticeName } from '@minefall/shared/notices'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { errorText, noticeText, showNotice } from '../../../calls/notices.ts'
import { checkPicture, type Picture } from '../../../lib/picture.ts'
import { useFileDrop } from '../../../lib/upload.ts'
import { sessionActor } from '../../../machines/session/index.ts'
import shape from '../../../styles/shape.module.css'
import { Avatar } from '../../../ui/Avatar.tsx'
import { animalIds } from '../../../ui/avatars.tsx'
import { Spinner } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Trouble } from '../../../ui/forms/TextField.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { PictureButton } from '../../../ui/PictureButton.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadTrouble } from '../LoadTrouble.tsx'
import { useAvatars } from '../queries.ts'
import styles from './avatar.module.css'

const CropDialog = lazy(async () => ({ default: (await import('./CropDialog.tsx')).CropDialog }))

/** Takes a picture from the disk or dropped here, checks it, and has it cropped before it is sent. */
export const PictureUpload = ({ userId }: { userId: string }) => {
  const { t } = useTranslation('profile')
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
        <PictureButton label={t('upload.choose')} aria-describedby={hint} onTake={take} />
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

/** An address without what makes browsers ask for it again. */
const bare = (avatar: string) => avatar.split('?', 1)[0]

const places = Array.from({ length: animalIds.length }, (_, place) => place)

/** The avatars there are to choose from; a press is the choice. */
export const AvatarChoice = ({ user }: { user: User }) => {
  const { t } = useTranslation('profile')
  const avatars = useAvatars(user.id)
  const choose = useMutation({
    // One after the other: an older choice is neither stored nor shown after a newer one.
    scope: { id: 'avatar' },
    mutationFn: (avatarid: string) => ask(accountCalls.chooseAvatar, { body: { avatarid } }),
    onSuccess: ({ avatar }) => {
      sessionActor.send({ type: 'session.userChanged', id: user.id, user: { avatar } })
      showNotice('avatar-updated', 'good')
    },
  })
  /** One that this release doesn't know keeps the server's name. */
  const nameOf = ({ avatarid, avatar }: { avatarid: string; avatar: string }) => {
    const drawn = animalIds.find((animal) => animal === avatarid)
    if (drawn) return t(`avatar.drawn.${drawn}`)
    return avatar === avatarid ? avatarid : t('avatar.own')
  }
  return (
    <div className={styles.choice}>
      <LoadTrouble asked={avatars} what={t('avatar.what')} />
      {avatars.isPending && avatars.fetchStatus === 'fetching' && (
        <div className={styles.grid} aria-busy="true">
          {places.map((place) => (
            <span key={place} className={styles.place}>
              <Skeleton width="100%" height="100%" round />
            </span>
          ))}
        </div>
      )}
      {avatars.data && (
        <fieldset className={styles.grid}>
          <legend className={shape.aside}>{t('avatar.choose')}</legend>
          {avatars.data.map((choice) => {
            const { avatarid, avatar } = choice
            const isOn = bare(avatar) === bare(user.avatar)
            const isWanted = choose.isPending && choose.variables === avatarid
            return (
              <button
                key={avatarid}
                type="button"
                className={classes(styles.place, styles.one, isOn && styles.on)}
                aria-pressed={isOn}
                aria-label={nameOf(choice)}
                title={nameOf(choice)}
                aria-disabled={choose.isPending}
                onClick={() => !choose.isPending && !isOn && choose.mutate(avatarid)}
              >
                <Avatar id={avatar} className={styles.face} />
                {isWanted && (
                  <span className={styles.busy}>
                    <Spinner />
                  </span>
                )}
                {isOn && !isWanted && (
                  <span className={styles.mark}>
                    <Icon name="check" size={14} />
                  </span>
                )}
              </button>
            )
          })}
        </fieldset>
      )}
      <Trouble text={choose.isError ? errorText(choose.error) : null} />
    </div>
  )
}
