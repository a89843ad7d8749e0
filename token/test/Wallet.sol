// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/// @dev A minimal contract wallet: its creator signs for it.
contract Wallet is IERC1271 {
    address private immutable _owner = msg.sender;

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        return ECDSA.recover(hash, signature) == _owner ? IERC1271.isValidSignature.selector : bytes4(0);
    }
}
