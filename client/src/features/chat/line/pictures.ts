import { supportCalls } from '@minefall/shared/contracts/rest'
import { ask } from '../../../calls/api.ts'
import { errorText, loadNotices, noticeText } from '../../../calls/notices.ts'
import { imageForm } from '../../../lib/http.ts'
import { checkPicture, lightPicture } from '../../../lib/picture.ts'
import { deviceHeaders } from '../../../machines/connection/identity.ts'

/** Uploads a picture for a message. Answers what is wrong with it in the player's words, and never rejects. */
export const uploadPicture = async (file: Blob): Promise<{ pictureId: string } | { problem: string }> => {
  try {
    const checked = await checkPicture(file)
    if ('refused' in checked) {
      await loadNotices()
      return { problem: noticeText(checked.refused) }
    }
    const body = imageForm(await lightPicture(file))
    return await ask(supportCalls.uploadPicture, { body, headers: deviceHeaders() })
  } catch (error) {
    await loadNotices()
    return { problem: errorText(error) }
  }
}

/** A picture of the conversation. Rejects as `ask` does. */
export const fetchPicture = (pictureId: string): Promise<Blob> =>
  ask(supportCalls.picture, { params: { id: pictureId }, headers: deviceHeaders() })
