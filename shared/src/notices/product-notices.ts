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
} as const satisfies Record<string, Notice>
