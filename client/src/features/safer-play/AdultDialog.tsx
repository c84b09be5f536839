import { Combobox } from '@base-ui/react/combobox'
import { countryCodes, isCountryCode } from '@minefall/shared/contact'
import { playCalls } from '@minefall/shared/contracts/rest'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type Ref, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../calls/api.ts'
import { errorText, noticeText } from '../../calls/notices.ts'
import { useOnline } from '../../lib/use-online.ts'
import type { StoredUser } from '../../machines/session/index.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { PickList } from '../../ui/forms/PickList.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import styles from './play.module.css'
import { Tick } from './Tick.tsx'
import country from './tick.module.css'
import { playKey } from './use-play.ts'

type CountryName = { code: string; name: string }

/** Every country under its name in a language, in that language's order. */
export const countryNames = (language: string): CountryName[] => {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const { compare } = new Intl.Collator(language)
  return countryCodes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => compare(one.name, other.name))
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a country is meant by what was typed: a part of its name, with or without accents, or its letters. */
export const isMeant = ({ code, name }: CountryName, query: string): boolean => {
  const wanted = plain(query.trim())
  return plain(name).includes(wanted) || code.toLowerCase() === wanted
}

const regionOf = (language: string): string => {
  try {
    return new Intl.Locale(language).region ?? ''
  } catch {
    return ''
  }
}

/** The letters of the phone number's country, or the region that the browser's languages name; null without either. */
export const likelyCountry = (phones: string, languages: readonly string[]): string | null =>
  [phones, ...languages.map(regionOf)].find(isCountryCode) ?? null

type CountrySelectProps = {
  /** A country's letters; null while none is chosen. */
  value: string | null
  onChoose(code: string): void
  error: string | null
  ref?: Ref<HTMLButtonElement>
}

/** One of all countries, to be searched by name. */
const CountrySelect = ({ value, onChoose, error, ref }: CountrySelectProps) => {
  const { t, i18n } = useTranslation('play')
  const id = useId()
  const countries = useMemo(() => countryNames(i18n.language), [i18n.language])
  const chosen = countries.find(({ code }) => code === value) ?? null
  return (
    <div className={country.countryField}>
      <span id={`${id}-label`} className={country.label}>
        {t('adult.country')}
      </span>
      <PickList
        items={countries}
        value={chosen}
        onChoose={({ code }) => onChoose(code)}
        nameOf={({ name }) => name}
        isFound={isMeant}
        texts={{ list: t('adult.list'), search: t('adult.search'), empty: t('adult.none') }}
        away={{ trigger: 6, edges: 12 }}
        className={country.popup}
        itemClassName={country.item}
        trigger={
          <Combobox.Trigger
            ref={ref}
            className={classes(country.trigger, error !== null && country.wrong)}
            aria-labelledby={`${id}-label ${id}-value`}
            aria-describedby={`${id}-error`}
            aria-invalid={error !== null}
          >
            <span id={`${id}-value`} className={classes(chosen === null && country.none)}>
              {chosen?.name ?? t('adult.choose')}
            </span>
            <Icon name="down" />
          </Combobox.Trigger>
        }
      >
        {({ name }) => (
          <>
            {name}
            <Combobox.ItemIndicator className={country.chosen}>
              <Icon name="check" size={16} />
            </Combobox.ItemIndicator>
          </>
        )}
      </PickList>
      {/* Always there, so that an error is heard when it comes. */}
      <p id={`${id}-error`} className={country.countryError} aria-live="polite">
        {error}
      </p>
    </div>
  )
}

type AdultDialogProps = {
  user: StoredUser
  /** Said and kept, unless the dialog is gone by then. */
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
    mutationFn: (residence: string) => ask(playCalls.confirmAdult, { body: { adult: true, residence } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: playKey(user.id) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isAdult) tick.current?.focus()
    else if (residence === null) country.current?.focus()
    else if (!say.isPending) say.mutate(residence, { onSuccess: onConfirmed })
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
