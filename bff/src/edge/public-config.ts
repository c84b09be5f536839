import type { PublicConfig } from '@minefall/shared/contracts/rest'
import type { FastifyInstance } from 'fastify'
import type { BffSettings } from '../config.ts'

/** Server settings that pages need before anyone signs in. */
export const servePublicConfig = (app: FastifyInstance, settings: BffSettings) => {
  const config: PublicConfig = {
    defaultInvitationCode: settings.DEFAULT_INVITATION_CODE,
    noticeLanguage: settings.NOTICE_LANGUAGE,
    requestLanguage: settings.REQUEST_LANGUAGE,
    ...(settings.CHECKOUT_PROVIDER === 'sandbox' ? { testMoney: true } : {}),
    ...(settings.SUPPORT_WIDGET_URL === undefined ? {} : { supportWidgetUrl: settings.SUPPORT_WIDGET_URL }),
  }
  app.get('/config.json', async (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    return config
  })
}
