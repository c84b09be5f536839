import { blockedNote } from '../../calls/blocked.ts'
import { loadNotices, noticeText } from '../../calls/notices.ts'
import { i18next, loadNamespaces } from '../../i18n/i18n.ts'
import { closeLogin } from '../../machines/login/index.ts'
import { toasts } from '../../ui/toasts.ts'
import { openChat } from '../chat/index.ts'

const writeToSupport = () => {
  // Beside a form that stands over the page nothing could be typed.
  closeLogin()
  openChat()
}

/** Says until it is closed why the account can't be used, in the words of staff, with the way to them. */
export const showBlocked = async (text: string): Promise<void> => {
  await Promise.all([loadNotices(), loadNamespaces(['common'])])
  toasts.show({
    id: blockedNote,
    tone: 'bad',
    title: () => noticeText('account-blocked', { text }),
    action: { label: () => i18next.t('action.support', { ns: 'common' }), run: writeToSupport },
    isLong: true,
    stayMs: null,
  })
}
