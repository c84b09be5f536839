import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListMore } from '../lists/ListMore.tsx'
import { ListTrouble } from '../lists/ListTrouble.tsx'
import { CameSkeleton } from './CameSkeleton.tsx'
import styles from './came.module.css'
import { InvitedRow } from './InvitedRow.tsx'
import type { useReferral } from './use-referral.ts'

type Asked = ReturnType<typeof useReferral>

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
      <ListTrouble
        of={of}
        skeleton={<CameSkeleton />}
        waiting={{ title: t('waiting.title'), text: t('waiting.text') }}
        failed={{ title: t('failed') }}
        old={t('old')}
      />
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
      <ListMore of={of} label={t('came.more')} className={styles.more} />
    </section>
  )
}
