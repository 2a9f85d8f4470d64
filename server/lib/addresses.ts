export { isLoopback, networkOf } from '#gateway/node/addresses.ts'
