import type { Notice } from './general-notices.ts'

/** Said about gifts, invitations and safer play. */
export const playNotices = {
  'adult-unconfirmed': {
    zh: '请先确认您已年满18岁并选择居住地',
    en: 'Confirm that you’re 18 or older and where you live',
  },
  'play-paused': {
    zh: '您正处于休息期，暂时无法游戏、充值或领取奖励',
    en: 'You’re taking a break from play',
  },
  'limit-reached': { zh: '将超出您设定的限额', en: 'This would put you over your limit' },
  'country-barred': {
    zh: '您所在的地区暂不提供此服务',
    en: 'This isn’t available where you live. You can still withdraw your coins',
  },
  'pair-capped': {
    zh: '您与此桌的一位玩家今日金币往来过多，请换一桌',
    en: 'You and someone at this table have traded too many coins today. Choose another table',
  },
  'private-loss': {
    zh: '您今日在私人桌的亏损将超出上限',
    en: 'This stake could take you past today’s loss limit for private tables',
  },
  'limit-not-due': {
    zh: '提高限额需等待后再确认',
    en: 'You can confirm a higher limit after its waiting period',
  },
  'limit-not-asked': {
    zh: '没有待确认的限额申请，请重新提交',
    en: 'There’s no request to confirm. Request the higher limit again',
  },
  'limit-set': { zh: '限额已更新', en: 'Limit updated' },
  'limit-asked': {
    zh: '提高限额的申请已提交，等待期后请确认',
    en: 'Request received. Confirm it after the waiting period',
  },
  'limit-invalid': { zh: '请输入有效的限额', en: 'Enter a whole number of coins as the limit' },
  'break-begun': { zh: '休息期已开始', en: 'Your break has started' },
  'break-shorter': {
    zh: '休息期不能缩短',
    en: 'You can extend a break but not shorten it',
  },
  'adult-confirmed': { zh: '已确认', en: 'Confirmed' },
  'reminder-set': { zh: '提醒已更新', en: 'Reminder updated' },
  'residence-required': { zh: '请选择居住地', en: 'Choose where you live' },
  'gift-not-ready': { zh: '尚未达到领取条件', en: 'You haven’t earned this gift yet' },
  'gift-received': { zh: '本期奖励已领取', en: 'You’ve already claimed this gift' },
  'gift-given': { zh: '领取成功', en: 'Gift claimed' },
  'identity-unreviewed': {
    zh: '该账户的身份尚未核实，大额提现需先核实',
    en: 'This account owner’s identity has to be reviewed first',
  },
} as const satisfies Record<string, Notice>
