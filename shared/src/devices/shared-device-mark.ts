/** Cookie by which the console knows that it runs on a shared device. Only the server knows on which. */
export const SHARED_DEVICE_COOKIE_NAME = 'training.on_shared_device';
