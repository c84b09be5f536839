import type { RewardsNews } from '@minefall/shared/contracts/live'
import { i18next, loadNamespaces } from '../../i18n/i18n.ts'
import { formatCoins } from '../../lib/format.ts'
import type { ModalName } from '../../lib/search.ts'
import { vipName } from '../../parts/tier-name.ts'
import { type ToastInput, toasts } from '../../ui/toasts.ts'

type ShownNews = Exclude<RewardsNews, { kind: 'progress' | 'received' }>

const bonusCoins = (amount: string) =>
  i18next.t('coins.promo', {
    ns: 'ui',
    count: Number(amount),
    amount: formatCoins(amount, i18next.language),
  })

const noteOf = (news: ShownNews): ToastInput & { modal: ModalName } => {
  switch (news.kind) {
    case 'level':
      return {
        id: 'reward-level',
        modal: 'vip',
        icon: 'trophy',
        title: () => i18next.t('news.level', { ns: 'vip', level: news.level }),
        detail: () => i18next.t('news.gifts', { ns: 'vip' }),
      }
    case 'vip':
      return {
        id: 'reward-vip',
        modal: 'vip',
        icon: 'trophy',
        title: () =>
          i18next.t('news.vip', { ns: 'vip', name: vipName(i18next.getFixedT(null, 'vip'), news.tier) }),
        detail: () => i18next.t('news.gifts', { ns: 'vip' }),
      }
    case 'referral':
      return {
        id: 'reward-referral',
        modal: 'invite',
        icon: 'gift',
        title: () =>
          news.amount === null
            ? i18next.t('news.referralNothing', { ns: 'vip', name: news.name })
            : i18next.t('news.referral', { ns: 'vip', name: news.name, amount: bonusCoins(news.amount) }),
      }
  }
}

/** Says news in a note that leads to where it is shown. Resolves when it is shown. */
export const showNews = async (news: ShownNews, open: (modal: ModalName) => void): Promise<void> => {
  await loadNamespaces(['vip', 'ui'])
  const { modal, ...note } = noteOf(news)
  const isGood = news.kind !== 'referral' || news.amount !== null
  toasts.show({
    ...note,
    tone: isGood ? 'good' : 'plain',
    action: { label: () => i18next.t('news.see', { ns: 'vip' }), run: () => open(modal) },
  })
}
