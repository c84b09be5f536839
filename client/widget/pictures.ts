import { element } from './element.ts'
import type { SupportLine } from './line.ts'

/** Pictures of the conversation: small, and large when they are pressed. */
export const createPictures = (line: SupportLine, enlarge: (url: string, label: string) => void) => {
  const urls = new Map<string, string>()

  const urlOf = async (pictureId: string): Promise<string | null> => {
    const known = urls.get(pictureId)
    if (known !== undefined) return known
    const blob = await line.picture(pictureId)
    if (!blob) return null
    const url = URL.createObjectURL(blob)
    urls.set(pictureId, url)
    return url
  }

  return {
    /** `label` says what it is to anyone who does not see it. */
    of(pictureId: string, label: string): HTMLElement {
      const { pictureMissing, showPicture, retry } = line.texts()
      const place = element('div', { class: 'place' })
      const missing = () => {
        const again = element('button', { type: 'button', class: 'words' }, retry)
        again.addEventListener('click', show)
        place.replaceChildren(element('p', {}, pictureMissing), again)
      }
      const show = async () => {
        place.replaceChildren(element('span', { class: 'aside' }, label))
        const url = await urlOf(pictureId)
        if (url === null) return missing()
        const image = element('img', { src: url, alt: label })
        image.addEventListener('error', missing)
        const button = element('button', { type: 'button', class: 'picture', title: showPicture }, image)
        button.addEventListener('click', () => enlarge(url, label))
        place.replaceChildren(button)
      }
      void show()
      return place
    },
    /** They were someone else's. */
    forget() {
      for (const url of urls.values()) URL.revokeObjectURL(url)
      urls.clear()
    },
  }
}

export type Pictures = ReturnType<typeof createPictures>
