/** Whether the player has asked their browser for few bytes. */
export const sparesData = (): boolean => {
  const connection = 'connection' in navigator ? navigator.connection : null
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  )
}
