/** One way of keeping passwords for the server and for the setup page of a gateway. */
export { hashPassword, verifyPassword } from '#gateway/node/password-hash.ts'
