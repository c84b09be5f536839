const boundary = 'x-boundary-x'

/** A form with one file, as a browser sends it. */
export const imageForm = (
  file: Buffer,
  { field = 'image', name = 'me.png', type = 'image/png' } = {},
): { headers: Record<string, string>; payload: Buffer } => ({
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  payload: Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]),
})
