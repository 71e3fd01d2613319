/**
 * The name of the cookie that tells the console that it runs on a shared device. Only the server knows on which one.
 */
export const SHARED_DEVICE_COOKIE_NAME = 'training.on_shared_device';
