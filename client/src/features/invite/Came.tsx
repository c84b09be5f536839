import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/notices.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Note } from '../../ui/Note.tsx'
import { useFailureText } from '../wallet/parts/use-failure-text.ts'
import { CameSkeleton } from './CameSkeleton.tsx'
import styles from './came.module.css'
import { InvitedRow } from './InvitedRow.tsx'
import type { useReferral } from './use-referral.ts'

type Asked = ReturnType<typeof useReferral>

const Again = ({ busy, onPress }: { busy: boolean; onPress(): void }) => {
  const { t } = useTranslation()
  return (
    <Button icon="again" busy={busy} onClick={onPress}>
      {t('action.retry')}
    </Button>
  )
}

/** What keeps the list from being shown, or from being up to date: why, and once more. */
const Trouble = ({ of }: { of: Asked }) => {
  const { t } = useTranslation('invite')
  const failure = useFailureText(of.error)
  if (of.isPending)
    return of.fetchStatus === 'paused' ? (
      <EmptyState face="sweat" title={t('waiting.title')} text={t('waiting.text')} role="status" />
    ) : (
      <CameSkeleton />
    )
  if (!of.isError || of.isFetchNextPageError) return null
  const again = <Again busy={of.isFetching} onPress={() => of.refetch()} />
  return of.data ? (
    <Note icon="alert" role="alert" action={again}>
      {t('old')} {errorText(of.error)}
    </Note>
  ) : (
    <EmptyState face="sweat" title={t('failed')} text={failure} role="alert">
      {again}
    </EmptyState>
  )
}

/** The way on to those who came earlier, and once more where that failed. */
const Earlier = ({ of }: { of: Asked }) => {
  const { t } = useTranslation('invite')
  if (!of.hasNextPage) return null
  const more = () => of.fetchNextPage()
  return of.isFetchNextPageError ? (
    <Note icon="alert" role="alert" action={<Again busy={of.isFetching} onPress={more} />}>
      {errorText(of.error)}
    </Note>
  ) : (
    <Button className={styles.more} busy={of.isFetchingNextPage} onClick={more}>
      {t('came.more')}
    </Button>
  )
}

/** Who came by the invitation, the newest first, with how far each of them is. */
export const Came = ({ of }: { of: Asked }) => {
  const { t } = useTranslation('invite')
  const pages = of.data?.pages ?? []
  const rule = pages[0]?.rule
  const invited = pages.flatMap(({ invited: { items } }) => items)
  return (
    <section className={styles.came} aria-labelledby="invitation-came">
      <h3 id="invitation-came" className={styles.title}>
        {t('came.title')}
      </h3>
      <Trouble of={of} />
      {rule && invited.length === 0 && (
        <EmptyState face="wink" title={t('empty.title')} text={t('empty.text')} />
      )}
      {rule && invited.length > 0 && (
        <ul className={styles.list}>
          {invited.map((one) => (
            <InvitedRow key={`${one.joinedAt}/${one.name}`} invited={one} rule={rule} />
          ))}
        </ul>
      )}
      <Earlier of={of} />
    </section>
  )
}
