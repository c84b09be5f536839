/** The code of a key that an input method takes. */
const takenCode = 229

/**
 * Whether a key belongs to the word that is being composed. In Safari the Enter that ends the word comes when it is no longer
 * being composed, and still has this code.
 */
export const isOfComposition = ({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean => isComposing || keyCode === takenCode
