import { element, iconButton } from './element.ts'
import type { SupportLine } from './line.ts'

/** What a file chooser offers; the page looks at what a file really is. */
const types = 'image/jpeg,image/png,image/gif'

export type AttachmentOptions = {
  line: SupportLine
  /** What is wrong with what was chosen, in the player's words; null takes it back. */
  refuse(problem: string | null): void
  /** It is another one, or ready to be sent. */
  changed(): void
}

/** The picture that goes along with the next message: uploaded as soon as it is chosen. */
export const createAttachment = ({ line, refuse, changed }: AttachmentOptions) => {
  const texts = line.texts()
  const image = element('img', { alt: '' })
  const status = element('span', { role: 'status' })
  const place = element('div', { class: 'attached', hidden: true })
  const input = element('input', {
    type: 'file',
    accept: types,
    hidden: true,
    'aria-label': texts.addPicture,
  })
  let current: { url: string; pictureId: string | null } | null = null

  const drop = () => {
    if (current) URL.revokeObjectURL(current.url)
    current = null
    place.hidden = true
    status.textContent = ''
    changed()
  }
  place.append(
    element('span', { class: 'thumb' }, image),
    status,
    iconButton('close', texts.removePicture, drop),
  )

  const take = async (file: Blob) => {
    drop()
    refuse(null)
    const mine = { url: URL.createObjectURL(file), pictureId: null as string | null }
    current = mine
    image.src = mine.url
    status.textContent = texts.uploading
    place.hidden = false
    place.classList.add('busy')
    changed()
    const answer = await line.upload(file)
    if (current !== mine) return
    place.classList.remove('busy')
    if ('problem' in answer) {
      drop()
      refuse(answer.problem)
      return
    }
    mine.pictureId = answer.pictureId
    status.textContent = texts.yourPicture
    changed()
  }

  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) void take(file)
    // The same file again is a choice again.
    input.value = ''
  })

  return {
    place,
    input,
    choose: () => input.click(),
    /** The first picture of what was pasted or dropped; false where there is no file at all. */
    takeFrom(data: DataTransfer | null): boolean {
      const [file] = data?.files ?? []
      if (file) void take(file)
      return file !== undefined
    },
    /** `uploading` is not ready to be sent. */
    state: (): 'none' | 'uploading' | 'ready' => {
      if (!current) return 'none'
      return current.pictureId === null ? 'uploading' : 'ready'
    },
    /** The picture that is ready, which goes from here with the message. */
    give(): string | null {
      const pictureId = current?.pictureId ?? null
      if (pictureId !== null) drop()
      return pictureId
    },
    drop,
  }
}
