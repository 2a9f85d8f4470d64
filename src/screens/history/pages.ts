/** Pages of states share most of their code: one chunk, named once to whoever loads it. */
export { GatewayHistory } from './states/GatewayHistory.tsx'
export { StatusHistory } from './states/StatusHistory.tsx'
