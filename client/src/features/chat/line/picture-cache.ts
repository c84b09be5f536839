/** The pictures of a conversation, each fetched once. */
export const createPictures = (fetchPicture: (pictureId: string) => Promise<Blob>) => {
  const asked = new Map<string, Promise<Blob | null>>()
  return {
    /** Null for one that can't be had; the next who asks tries again. */
    get(pictureId: string): Promise<Blob | null> {
      const known = asked.get(pictureId)
      if (known) return known
      const picture = fetchPicture(pictureId).catch(() => {
        asked.delete(pictureId)
        return null
      })
      asked.set(pictureId, picture)
      return picture
    },
    forget: () => asked.clear(),
  }
}
