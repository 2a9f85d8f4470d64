export { isLoopback, isNetwork, networkOf } from '#gateway/node/addresses.ts'
