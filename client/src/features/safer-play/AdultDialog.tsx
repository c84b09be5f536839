import { playCalls } from '@minefall/shared/contracts/rest'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../calls/api.ts'
import { errorText, noticeText } from '../../calls/notices.ts'
import { useOnline } from '../../lib/use-online.ts'
import type { StoredUser } from '../../machines/session/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { CountrySelect } from './CountrySelect.tsx'
import { likelyCountry } from './country-list.ts'
import styles from './play.module.css'
import { Tick } from './Tick.tsx'
import { playKey } from './use-play.ts'

type AdultDialogProps = {
  user: StoredUser
  /** Said and kept. */
  onConfirmed(): void
  /** Not said: there is no seat for coins without it. */
  onRefused(): void
}

/** Asks, once for an account, whether who is about to stake is 18 or older, and where they live. */
export const AdultDialog = ({ user, onConfirmed, onRefused }: AdultDialogProps) => {
  // Awaits the texts of all that is in it, so that keys never flash.
  const { t } = useTranslation(['play', 'notices'])
  const client = useQueryClient()
  const isOnline = useOnline()
  const tick = useRef<HTMLInputElement>(null)
  const country = useRef<HTMLButtonElement>(null)
  const [isAdult, setAdult] = useState(false)
  const [residence, setResidence] = useState(() => likelyCountry(user.countrycode, navigator.languages))
  const [isTried, setTried] = useState(false)
  const say = useMutation({
    networkMode: 'always',
    mutationFn: (residence: string) => ask(playCalls.confirmAdult, { body: { adult: true, residence } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: playKey(user.id) })
      onConfirmed()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isAdult) tick.current?.focus()
    else if (residence === null) country.current?.focus()
    else if (!say.isPending) say.mutate(residence)
  }
  return (
    <Dialog
      open
      onClose={onRefused}
      size="form"
      title={t('adult.title')}
      description={t('adult.text')}
      initialFocus={tick}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        {!isOnline && <Note icon="offline">{t('offline')}</Note>}
        <Tick
          ref={tick}
          label={t('adult.age')}
          isTicked={isAdult}
          onTick={setAdult}
          error={isTried && !isAdult ? t('adult.ageMissing') : null}
        />
        <CountrySelect
          ref={country}
          value={residence}
          onChoose={setResidence}
          error={isTried && residence === null ? noticeText('residence-required') : null}
        />
        {say.isError && (
          <Note icon="alert" role="alert">
            {errorText(say.error)}
          </Note>
        )}
        <DialogActions>
          <Button type="submit" variant="primary" size="big" wide busy={say.isPending} disabled={!isOnline}>
            {t('adult.confirm')}
          </Button>
          <Button variant="quiet" wide onClick={onRefused}>
            {t('adult.back')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
