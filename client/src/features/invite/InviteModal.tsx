import { type ReferralData, rewardsCalls, type User } from '@minefall/shared/contracts/rest'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../calls/api.ts'
import { accountKey } from '../../calls/query.ts'
import { useIsSubscribed } from '../../calls/use-subscribed.ts'
import { formatCount } from '../../lib/format.ts'
import { useOnline } from '../../lib/use-online.ts'
import { connectionActor } from '../../machines/connection/index.ts'
import { useSession } from '../../machines/session/index.ts'
import lists from '../../parts/lists/lists.module.css'
import { ListMore, QueryState, useFailureText } from '../../parts/QueryState.tsx'
import { Coin } from '../../ui/Coin.tsx'
import { useCoinsText } from '../../ui/Coins.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { CountedCoins } from '../../ui/CountedCoins.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Note } from '../../ui/Note.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { ShareLink } from '../../ui/ShareLink.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { InvitedRow } from './InvitedRow.tsx'
import { groupedCode, invitationLink } from './invitation-link.ts'
import styles from './invite.module.css'
import { Rule } from './Rule.tsx'

/** No one tells that someone new came: while it is looked at, it is asked for as often as this. */
const askEveryMs = { unsubscribed: 5_000, subscribed: 20_000 } as const

/** The results of your invitation, with as many of the friends who joined as were requested; read again at any news of it. */
const useReferral = (userId: string) => {
  const client = useQueryClient()
  const isSubscribed = useIsSubscribed()
  const wasSubscribed = useRef(isSubscribed)
  useEffect(() => {
    const outdated = () => void client.invalidateQueries({ queryKey: accountKey(userId, 'referral') })
    // The connection is back, and no one knows what was missed.
    if (isSubscribed && !wasSubscribed.current) outdated()
    wasSubscribed.current = isSubscribed
    const subscription = connectionActor.on('connection.rewarded', ({ news }) => {
      if (news.kind === 'referral' || news.kind === 'progress') outdated()
    })
    return () => subscription.unsubscribe()
  }, [client, userId, isSubscribed])
  return useInfiniteQuery<ReferralData, Error, InfiniteData<ReferralData>, readonly unknown[], string | null>(
    {
      queryKey: accountKey(userId, 'referral'),
      queryFn: ({ pageParam: cursor, signal }) => ask(rewardsCalls.referral, { query: { cursor }, signal }),
      initialPageParam: null,
      getNextPageParam: ({ invited }) => invited.next,
      staleTime: 0,
      retry: 1,
      refetchInterval: isSubscribed ? askEveryMs.subscribed : askEveryMs.unsubscribed,
    },
  )
}

const widths = ['7rem', '5rem', '8rem'] as const

/** Rows of the final size, until it is known who came. */
const CameSkeleton = () => {
  const { t } = useTranslation()
  return (
    <div className={lists.waiting} role="status" aria-label={t('loading')}>
      {widths.map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton width="40px" height="40px" round />
          <span className={styles.words}>
            <Skeleton width={width} height="1.25rem" />
            <Skeleton width="9rem" height="1rem" />
          </span>
          <span className={styles.far}>
            <Skeleton height="8px" />
          </span>
        </div>
      ))}
    </div>
  )
}

type Asked = ReturnType<typeof useReferral>

/** Who came by the invitation, the newest first, with how far each of them is. */
const Came = ({ of }: { of: Asked }) => {
  const { t } = useTranslation('invite')
  const failure = useFailureText(of.error)
  const pages = of.data?.pages ?? []
  const rule = pages[0]?.rule
  const invited = pages.flatMap(({ invited: { items } }) => items)
  return (
    <section className={styles.came} aria-labelledby="invitation-came">
      <h3 id="invitation-came" className={styles.listTitle}>
        {t('came.title')}
      </h3>
      <QueryState
        of={of}
        skeleton={<CameSkeleton />}
        waiting={{ title: t('waiting.title'), text: t('waiting.text') }}
        failed={{ title: t('failed'), text: failure }}
        old={t('old')}
      />
      {rule && invited.length === 0 && (
        <EmptyState face="wink" title={t('empty.title')} text={t('empty.text')} />
      )}
      {rule && invited.length > 0 && (
        <ul className={lists.rows}>
          {invited.map((one) => (
            <InvitedRow key={`${one.joinedAt}/${one.name}`} invited={one} rule={rule} />
          ))}
        </ul>
      )}
      <ListMore of={of} label={t('came.more')} className={lists.older} />
    </section>
  )
}

type InvitationProps = {
  code: string | undefined
  /** Not known until it is loaded; the code is good without it. */
  rule: ReferralData['rule'] | undefined
}

/** The code and the link that bring others to this account: to be read out, scanned, copied or sent. */
const Invitation = ({ code, rule }: InvitationProps) => {
  const { t } = useTranslation('invite')
  const coinsText = useCoinsText()
  if (!code) return null
  const link = invitationLink(code)
  return (
    <section className={styles.card} aria-labelledby="invitation">
      <h3 id="invitation" className={styles.title}>
        <span className={styles.coin}>
          <Coin purse="promo" />
        </span>
        {rule ? t('invitation.title', { coins: coinsText(rule.gift, 'promo') }) : t('invitation.plain')}
      </h3>
      <div className={styles.ways}>
        <QrCode text={link} />
        <dl className={styles.code}>
          <dt>{t('invitation.code')}</dt>
          <dd className={styles.digits}>{groupedCode(code)}</dd>
          <dd>
            <CopyButton text={code} what={t('invitation.what')} />
          </dd>
        </dl>
      </div>
      <ShareLink url={link} label={t('invitation.link')} title={t('invitation.shareTitle')} primary />
    </section>
  )
}

const waiting = <Skeleton width="3rem" height="1.75rem" />

/** How many came, how many of them brought a gift, and how much that was in all. */
const Totals = ({ data }: { data: ReferralData | undefined }) => {
  const { t, i18n } = useTranslation('invite')
  const count = (value: number) => formatCount(value, i18n.language)
  const month = data && { earned: data.earned.thisMonth, most: data.rule.monthlyMost }
  return (
    <section aria-label={t('totals.title')} aria-busy={!data}>
      <dl className={styles.totals}>
        <div className={styles.totalsMain}>
          <dt>{t('totals.amount')}</dt>
          <dd>{data ? <CountedCoins amount={data.earned.amount} purse="promo" /> : waiting}</dd>
        </div>
        <div>
          <dt>{t('totals.came')}</dt>
          <dd>{data ? count(data.came) : waiting}</dd>
        </div>
        <div>
          <dt>{t('totals.month')}</dt>
          <dd>
            {month ? t('totals.ofMost', { earned: count(month.earned), most: count(month.most) }) : waiting}
          </dd>
        </div>
      </dl>
      {month && month.earned >= month.most && (
        <Note icon="clock" tone="plain">
          {t('totals.full')}
        </Note>
      )}
    </section>
  )
}

const Columns = ({ user }: { user: User }) => {
  const { t } = useTranslation('invite')
  const isOnline = useOnline()
  const referral = useReferral(user.id)
  const newest = referral.data?.pages[0]
  return (
    <>
      <div className={styles.side}>
        {!isOnline && <Note icon="offline">{t(newest ? 'offline.old' : 'offline.none')}</Note>}
        <Invitation code={user.invitationCode || newest?.code} rule={newest?.rule} />
        <Rule rule={newest?.rule} />
      </div>
      <div className={styles.main}>
        <Totals data={newest} />
        <Came of={referral} />
      </div>
    </>
  )
}

/** The invitation of an account, who came by it, and what that earned, over any page. Nothing for guests. */
export const InviteModal = ({ onClose }: { onClose(): void }) => {
  // Awaits the texts of all that is in it, so that keys never flash.
  const { t } = useTranslation(['invite', 'orders', 'common', 'ui', 'notices', 'errors'])
  const user = useSession(({ context }) => context.user)
  if (!user) return null
  return (
    <Sheet title={t('title')} onClose={onClose} size="broad" className={styles.columns}>
      <Columns user={user} />
    </Sheet>
  )
}
