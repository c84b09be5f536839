import { playersCalls } from '@minefall/shared/contracts/rest'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ask } from '../../calls/api.ts'
import { errorText } from '../../calls/notices.ts'
import { formatCount } from '../../lib/format.ts'
import { Again } from '../../parts/QueryState.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ShowHere } from '../follow/index.ts'
import { SwitchRow } from '../settings/index.ts'
import styles from './player.module.css'

/** What others see of an account: its rating, the way to its page, and whether it is shown at all. */
export const PublicPage = ({ userId }: { userId: string }) => {
  const { t, i18n } = useTranslation('player')
  const queries = useQueryClient()
  const queryKey = ['account', userId, 'public-page']
  const own = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(playersCalls.ownProfile, { signal }),
    staleTime: 0,
    retry: 1,
  })
  const hide = useMutation({
    mutationFn: (hidden: boolean) => ask(playersCalls.hide, { body: { hidden } }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey }),
        queries.invalidateQueries({ queryKey: ['leaderboard'] }),
        queries.invalidateQueries({ queryKey: ['player', own.data?.id] }),
      ]),
  })
  const { data } = own
  const rating = data?.details.rating
  const isHidden = hide.isPending ? hide.variables : data?.hidden
  return (
    <section className={styles.own} aria-labelledby="public-page">
      <h3 id="public-page">{t('own.title')}</h3>
      {own.isPending && <Skeleton height="44px" />}
      {own.isError && (
        <Note
          icon="alert"
          role="alert"
          action={<Again busy={own.isFetching} onPress={() => own.refetch()} />}
        >
          {errorText(own.error)}
        </Note>
      )}
      {data && (
        <>
          <p className={styles.ownRating}>
            <span>{t('rating.title')}</span>
            <b>{rating ? formatCount(rating.rating, i18n.language) : '–'}</b>
            {rating?.provisional && <Chip small>{t('rating.provisional')}</Chip>}
          </p>
          {rating?.provisional && rating.best === null && <p className={styles.hint}>{t('own.settling')}</p>}
          <SwitchRow
            label={t('own.hide')}
            hint={t('own.hideText')}
            isOn={isHidden === true}
            disabled={hide.isPending}
            onChange={(hidden) => hide.mutate(hidden)}
          />
          <ShowHere />
          {hide.isError && (
            <Note icon="alert" role="alert">
              {errorText(hide.error)}
            </Note>
          )}
          {data.id === null && <p className={styles.hint}>{t('own.none')}</p>}
        </>
      )}
      <p className={styles.ways}>
        {data?.id && (
          <Link
            to="/player/$playerId"
            params={{ playerId: data.id }}
            className={buttonClass({ variant: 'quiet' })}
          >
            <Icon name="eye" />
            {t('own.see')}
          </Link>
        )}
        <Link to="/leaderboard" className={buttonClass({ variant: 'quiet' })}>
          <Icon name="trophy" />
          {t('board.title')}
        </Link>
      </p>
    </section>
  )
}
