import { isOfComposition } from '../src/lib/composing.ts'
import { pastedFile } from '../src/lib/pasted-file.ts'
import { createAttachment } from './attachment.ts'
import { element, iconButton } from './element.ts'
import type { SupportLine } from './line.ts'

/** The longest message that the server takes, in characters as it counts them. */
export const textMax = 2_000

export type ComposerOptions = {
  line: SupportLine
  /** The player types. */
  typed(): void
  /** The player has sent something. */
  sent(text: string): void
}

/** Where a message is written. What is written is kept by the page; a picture is not, before it is sent. */
export const createComposer = ({ line, typed, sent }: ComposerOptions) => {
  const texts = line.texts()
  const wrong = element('p', { class: 'wrong', role: 'alert' })
  const field = element('textarea', {
    rows: 1,
    placeholder: texts.write,
    'aria-label': texts.write,
    enterkeyhint: 'send',
    autocomplete: 'off',
    dir: 'auto',
  })
  /** Sending was asked for while the picture was being uploaded. */
  let isAsked = false
  const attachment = createAttachment({
    line,
    refuse: (problem) => {
      wrong.textContent = problem ?? ''
    },
    changed: () => {
      if (attachment.state() === 'none') isAsked = false
      refresh()
      if (isAsked) send()
    },
  })
  const button = iconButton('send', texts.send, () => send())
  button.classList.add('send')
  // Anyone who writes goes on writing: a keyboard on the screen stays.
  button.addEventListener('pointerdown', (event) => event.preventDefault())
  const place = element(
    'form',
    { class: 'composer' },
    attachment.place,
    wrong,
    element(
      'div',
      { class: 'field' },
      iconButton('picture', texts.addPicture, attachment.choose),
      field,
      button,
    ),
    attachment.input,
  )

  const isTooLong = () => field.value.trim().length > textMax
  const refresh = () => {
    const isEmpty = field.value.trim() === '' && attachment.state() === 'none'
    // Anyone who has the focus on it keeps it.
    button.setAttribute('aria-disabled', String(isEmpty || isTooLong()))
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight}px`
  }
  const write = (text: string) => {
    field.value = text
    refresh()
  }

  const send = () => {
    const text = field.value.trim()
    if (isTooLong()) {
      wrong.textContent = texts.tooLong
      return
    }
    isAsked = attachment.state() === 'uploading'
    if (isAsked) return
    const pictureId = attachment.give()
    if (text === '' && pictureId === null) return
    wrong.textContent = ''
    line.write({ text, pictureId })
    line.keepDraft('')
    write('')
    sent(text)
  }

  field.addEventListener('input', () => {
    line.keepDraft(field.value)
    wrong.textContent = isTooLong() ? texts.tooLong : ''
    refresh()
    if (field.value.trim() !== '') typed()
  })
  field.addEventListener('keydown', (event) => {
    // While a word is being composed, Enter takes the word.
    if (event.key !== 'Enter' || event.shiftKey || isOfComposition(event)) return
    event.preventDefault()
    send()
  })
  field.addEventListener('paste', (event) => {
    if (pastedFile(event.clipboardData) && attachment.takeFrom(event.clipboardData)) event.preventDefault()
  })
  place.addEventListener('submit', (event) => event.preventDefault())

  return {
    place,
    field,
    takeFrom: attachment.takeFrom,
    /** What the one who writes now had written. */
    restore() {
      attachment.drop()
      wrong.textContent = ''
      write(line.draft())
    },
    /** How high the field must be is known once it is shown. */
    refresh,
  }
}
