import type { Notice } from './notice.ts'

/** The documented messages of the wallet, the games and the support chat. */
export const productNotices = {
  'amount-below': { zh: '不能少于 {amount} 金币', en: 'cannot be less than {amount} coins' },
  'amount-above': { zh: '不能超过 {amount} 金币', en: 'cannot exceed {amount} coins' },
  'balance-insufficient': { zh: '余额不足', en: 'Insufficient balance' },
  'calculation-failed': { zh: '计算失败，请重试', en: 'Calculation failed please try again' },
  'payment-window-blocked': {
    zh: '支付窗口被浏览器拦截，请允许弹出窗口后重试',
    en: 'Payment window blocked by browser, please allow pop-ups and try again',
  },
  'amount-invalid': { zh: '请输入整数金币数量', en: 'Please enter a whole number of coins' },
  'network-required': { zh: '请选择网络', en: 'Please choose a network' },
  'price-changed': {
    zh: '汇率或手续费已变化，请重新确认',
    en: 'The rate or the fee has changed, please look again',
  },
  'order-moved': { zh: '订单状态已变化', en: 'The order has moved on, this is not possible any more' },
  'order-expired': { zh: '订单已过期，未产生任何费用', en: 'The order has expired, nothing was charged' },
  'method-closed': { zh: '该方式暂不可用', en: 'This method is not available right now' },
  'too-many-orders': {
    zh: '待付款订单过多，请先完成或等待过期',
    en: 'Too many orders await payment; pay one or let it expire first',
  },
  'review-limit': {
    zh: '待审核的充值过多，请等待审核完成',
    en: 'Too many deposits await their review; wait until one is decided',
  },
  'proof-limit': { zh: '付款凭证数量已达上限', en: 'This order has as many pictures as it may have' },
  'real-name-required': { zh: '请输入真实姓名', en: 'Please enter the real name' },
  'alipay-account-invalid': {
    zh: '请输入有效的支付宝账号',
    en: 'Please enter the phone number or email of the Alipay account',
  },
  'usdt-address-invalid': { zh: 'USDT 地址无效', en: 'This is not a USDT address' },
  'usdt-address-other-network': {
    zh: '该地址属于另一个网络',
    en: 'This address belongs to the other network; switch network or paste another',
  },
  'bank-name-required': { zh: '请输入银行名称', en: 'Please enter the name of the bank' },
  'branch-name-required': { zh: '请输入支行名称', en: 'Please enter the branch name' },
  'card-number-invalid': { zh: '银行卡号无效', en: 'Please enter a card number of 8 to 24 digits' },
  'destination-saved': { zh: '该收款方式已保存', en: 'This destination is saved already' },
  'destination-limit': {
    zh: '收款方式数量已达上限',
    en: 'No more destinations can be saved; remove one first',
  },
  'payment-password-unset': { zh: '请先设置支付密码', en: 'Please set a payment password first' },
  'withdrawal-held-off': {
    zh: '安全信息变更后暂不可提现',
    en: 'Withdrawals are closed for a while after a change of security',
  },
  'destination-held-off': { zh: '新收款方式暂不可提现', en: 'This destination is new and can’t be used yet' },
  'order-placed': { zh: '订单已提交', en: 'Order placed' },
  'withdrawal-placed': { zh: '提现申请已提交', en: 'Withdrawal requested' },
  'owner-blocked': {
    zh: '账号已被停用，其提现暂缓处理',
    en: 'The account is blocked, and its withdrawals wait',
  },
  'hands-apart': {
    zh: '您已审核过该账户的另一类业务，请由其他人处理',
    en: 'You approved the other side of this account, so someone else decides',
  },
  'own-order': { zh: '不能审核自己的订单', en: 'Nobody decides about an order of their own' },
  'reference-used': {
    zh: '该付款流水号已用于其他订单',
    en: 'Another order was paid by this payment already',
  },
  'support-loading': {
    zh: '客服正在加载，请稍后重试',
    en: 'Customer service is loading, please try again shortly',
  },
  'support-open-failed': { zh: '打开聊天窗口失败', en: 'Failed to open chat window' },
  'support-start-failed': { zh: '客服初始化失败', en: 'Customer service initialization failed' },
  'load-failed': { zh: '加载失败', en: 'Load Failed' },
  'game-load-failed': {
    zh: '游戏加载失败，请检查网络连接',
    en: 'Failed to load game, please check your network connection',
  },
  'game-not-found': { zh: '游戏不存在', en: 'Game Not Found' },
  'report-short': {
    zh: '请简单描述发生了什么（至少10个字符）',
    en: 'Please say in a few words what happened, in 10 characters or more',
  },
  'report-long': { zh: '描述过长，请缩短', en: 'This is too long, please shorten it' },
} as const satisfies Record<string, Notice>
