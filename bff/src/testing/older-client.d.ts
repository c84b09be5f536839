/** Its package's `exports` hide its types; what is used of it is as in the version after it. */
declare module 'socket.io-client-3' {
  export { Manager } from 'socket.io-client'
}
