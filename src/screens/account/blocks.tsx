export { OutboxMessage as outboxMessage } from './OutboxMessage.tsx'
export { QrCode as qrCode } from './QrCode.tsx'
