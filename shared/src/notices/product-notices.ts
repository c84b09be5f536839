import type { Notice } from './general-notices.ts'

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
  'amount-invalid': { zh: '请输入整数金币数量', en: 'Enter a whole number of coins' },
  'network-required': { zh: '请选择网络', en: 'Choose a network' },
  'price-changed': {
    zh: '汇率或手续费已变化，请重新确认',
    en: 'The rate or fee has changed. Please check it again',
  },
  'order-moved': { zh: '订单状态已变化', en: 'The order’s status has changed, so you can’t do this anymore' },
  'order-expired': {
    zh: '订单已过期，如已付款请联系客服',
    en: 'This order has expired. If you already paid, contact support',
  },
  'method-closed': { zh: '该方式暂不可用', en: 'This method isn’t available right now' },
  'too-many-orders': {
    zh: '待付款订单过多，请先完成或等待过期',
    en: 'You have too many unpaid orders. Pay one or let it expire first',
  },
  'review-limit': {
    zh: '待审核的充值过多，请等待审核完成',
    en: 'Too many of your deposits are under review. Wait until one is decided',
  },
  'proof-limit': { zh: '付款凭证数量已达上限', en: 'You’ve added as many pictures as this order allows' },
  'real-name-required': { zh: '请输入真实姓名', en: 'Enter the real name' },
  'alipay-account-invalid': {
    zh: '请输入有效的支付宝账号',
    en: 'Enter the phone number or email of the Alipay account',
  },
  'usdt-address-invalid': { zh: 'USDT 地址无效', en: 'This isn’t a valid USDT address' },
  'usdt-address-other-network': {
    zh: '该地址属于另一个网络',
    en: 'This address is on the other network. Switch networks or paste another address',
  },
  'bank-name-required': { zh: '请输入银行名称', en: 'Enter the bank name' },
  'branch-name-required': { zh: '请输入支行名称', en: 'Enter the branch name' },
  'card-number-invalid': { zh: '银行卡号无效', en: 'Enter a card number of 8 to 24 digits' },
  'destination-saved': { zh: '该收款方式已保存', en: 'You’ve already saved this destination' },
  'destination-limit': {
    zh: '收款方式数量已达上限',
    en: 'You can’t save more destinations. Remove one first',
  },
  'payment-password-unset': { zh: '请先设置支付密码', en: 'Set a payment password first' },
  'withdrawal-held-off': {
    zh: '安全信息变更后暂不可提现',
    en: 'Withdrawals are paused for a while after a security change',
  },
  'destination-held-off': {
    zh: '新收款方式暂不可提现',
    en: 'This destination is too new to use. Choose another one or try again later',
  },
  'order-placed': { zh: '订单已提交', en: 'Order placed' },
  'withdrawal-placed': { zh: '提现申请已提交', en: 'Withdrawal requested' },
  'owner-blocked': {
    zh: '账号已被停用，其提现暂缓处理',
    en: 'The account is blocked, so its withdrawals are on hold',
  },
  'terms-unaccepted': {
    zh: '请先同意使用条款和隐私政策',
    en: 'Please accept the terms of use and the privacy policy first',
  },
  'hands-apart': {
    zh: '您已审核过该账户的另一类业务，请由其他人处理',
    en: 'You approved an order of the other kind for this account. Someone else has to decide this one',
  },
  'own-order': { zh: '不能审核自己的订单', en: 'You can’t decide on your own order' },
  'reference-used': {
    zh: '该付款流水号已用于其他订单',
    en: 'This payment reference was already used for another order',
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
    en: 'Describe what happened in at least 10 characters',
  },
  'report-long': { zh: '描述过长，请缩短', en: 'This is too long. Please shorten it' },
} as const satisfies Record<string, Notice>
