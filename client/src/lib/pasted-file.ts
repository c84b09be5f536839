type Pasted = { types: readonly string[]; files: ArrayLike<File> }

/** The file that is meant by what is pasted. Tables are copied as words and as a picture of them: the words are meant. */
export const pastedFile = (data: Pasted | null): File | undefined =>
  data?.types.includes('text/plain') ? undefined : data?.files[0]
